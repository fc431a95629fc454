import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { calls } from '@alcove/contract';
import type { Instance, Notice } from '@alcove/contract';
import { useAction } from '../../ui/use-action.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { addressIn } from '../../items/file-address.ts';
import { accessDialogs } from './access-dialogs.ts';
import { levelName } from '../../items/level-name.ts';
import styles from './access-requests.module.css';

type Asked = Extract<Notice, { kind: 'accessRequested' }>;
type Answered = Extract<Notice, { kind: 'accessAnswered' }>;

/** A request for access with its two answers while it is pending. `onLeave` closes the notification board, because the dialog opens. */
export function RequestDecision({ notice: { data, todo }, touch, onLeave }: { notice: Asked; touch: boolean; onLeave(): void }) {
  const answer = useAction(calls.access.answer, {
    refreshes: [['notices']],
    onDone: () => void toast.success(t('accessRequests.declined', { name: data.by.name })),
  });
  const size = touch ? 'lg' : 'xs';
  return (
    <>
      {data.message && <p className={styles.quote}>{data.message}</p>}
      {todo && (
        <div className={styles.decision}>
          <Button
            size={size}
            onClick={() => {
              accessDialogs.answer(data.requestId);
              onLeave();
            }}
          >
            {t('accessRequests.grantMore')}
          </Button>
          <Button
            size={size}
            variant="default"
            loading={answer.isPending}
            onClick={() => answer.mutate({ requestId: data.requestId, level: null })}
          >
            {t('accessRequests.decline')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The granted level, its duration and a link to the item. */
export function AnswerGiven({ notice: { data }, touch, onLeave }: { notice: Answered; touch: boolean; onLeave(): void }) {
  const navigate = useNavigate();
  const { given, instanceId } = data;
  if (!given) return null;
  const level = levelName(given.level);
  return (
    <>
      <p className={styles.hint}>
        {given.expireTime === null
          ? t('accessRequests.given', { level })
          : t('accessRequests.givenUntil', { level, when: formatTime(given.expireTime) })}
      </p>
      <div className={styles.decision}>
        <Button
          size={touch ? 'lg' : 'xs'}
          variant="default"
          onClick={() => {
            onLeave();
            void navigate(addressIn(given.instanceType as Instance['instanceType'], given.rootId, instanceId));
          }}
        >
          {t('accessRequests.openGranted')}
        </Button>
      </div>
    </>
  );
}
