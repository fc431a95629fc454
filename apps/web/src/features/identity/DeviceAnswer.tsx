import { Button } from '@mantine/core';
import { calls } from '@alcove/contract';
import type { DeviceAnswered } from '@alcove/contract';
import { refetch } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useAction } from '../../ui/use-action.ts';
import { usePhone } from '../../ui/use-media.ts';
import { sessionsKey } from './session-queries.ts';
import styles from './DeviceAnswer.module.css';

const kinds = { totp: 'security.app', passkey: 'security.passkey', recoveryCode: 'security.recoveryCodes' } as const;
const removedName = ({ factor, name }: DeviceAnswered['removed'][number]): string => t(kinds[factor]) + (name && ` ${name}`);

/** Whether a sign-in on a new device was the reader. Whoever says no is led to choose a new password. */
export function DeviceAnswer({ deviceId }: { deviceId: string }) {
  const answer = useAction(calls.user.answerDevice, { refreshes: [sessionsKey, ['notices']] });
  const size = usePhone() ? 'lg' : 'xs';
  const refuse = async () => {
    const isSure = await confirm({
      type: 'warning',
      title: t('identity.notMeTitle'),
      text: t('identity.notMeText'),
      confirmLabel: t('identity.notMeConfirm'),
      danger: true,
    });
    if (!isSure) return;
    answer.mutate(
      { deviceId, mine: false },
      {
        onSuccess: ({ ended: n, removed }) => {
          const names = removed.map(removedName).join(t('identity.listAnd'));
          toast.success(names === '' ? t('identity.notMeDone', { n }) : t('identity.notMeDoneRemoved', { n, removed: names }));
          // Whoever has a password chooses another one now: the page leads there.
          void refetch(currentUserQuery.queryKey);
        },
      },
    );
  };
  return (
    <div className={styles.answer}>
      <Button
        size={size}
        variant="default"
        disabled={answer.isPending}
        onClick={() => answer.mutate({ deviceId, mine: true }, { onSuccess: () => toast.success(t('identity.itWasMeDone')) })}
      >
        {t('identity.itWasMe')}
      </Button>
      <Button size={size} variant="default" color="red" disabled={answer.isPending} onClick={() => void refuse()}>
        {t('identity.notMe')}
      </Button>
    </div>
  );
}
