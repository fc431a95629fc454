import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { calls, limits } from '@alcove/contract';
import type { SecondFactors } from '@alcove/contract';
import { AddPasskey } from '../../features/second-factor/AddPasskey.tsx';
import { secondFactorsQuery } from '../../features/second-factor/factor-queries.ts';
import { NewRecoveryCodes } from '../../features/second-factor/NewRecoveryCodes.tsx';
import { RenamePasskey } from '../../features/second-factor/RenamePasskey.tsx';
import { SetUpApp } from '../../features/second-factor/SetUpApp.tsx';
import { formatTime, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { confirm } from '../../ui/confirm/confirm.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useAction } from '../../ui/use-action.ts';
import { usePhone } from '../../ui/use-media.ts';
import styles from './security.module.css';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
type Opened = 'app' | 'passkey' | 'codes' | null;
const titles = { app: 'security.setUpApp', passkey: 'security.addPasskey', codes: 'security.newCodes' } as const;

export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [opened, setOpened] = useState<Opened>(null);
  // It is told after the recovery codes: on a phone, it would cover what is said about them.
  const [news, setNews] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<SecondFactors['passkeys'][number] | null>(null);
  const phone = usePhone();
  const remove = useAction(calls.user.removeTotp, {
    refreshes: [secondFactorsQuery.queryKey],
    onDone: () => void toast.success(t('security.appRemoved')),
  });
  const dropKey = useAction(calls.user.removePasskey, {
    refreshes: [secondFactorsQuery.queryKey],
    onDone: () => void toast.success(t('security.passkeyRemoved')),
  });
  const asks = (title: string, text: string, confirmLabel: string, danger: boolean) => confirm({ title, text, confirmLabel, danger });
  const removeApp = async () => {
    if (
      await asks(
        t('security.removeApp'),
        t(
          data?.passkeys.length
            ? 'security.removeAppKeysText'
            : data?.isRequired
              ? 'security.removeRequiredText'
              : 'security.removeAppText',
        ),
        t('security.remove'),
        true,
      )
    )
      remove.mutate({});
  };
  const removeKey = async (passkeyId: string, name: string) => {
    const isLast = data?.totp === null && data.passkeys.length === 1;
    const text = t(isLast && data.isRequired ? 'security.removeRequiredText' : 'security.removeKeyText');
    if (await asks(t('security.removeKeyQuestion', { name }), text, t('security.removeShort'), true)) dropKey.mutate({ passkeyId });
  };
  const drawCodes = async (again: boolean) => {
    if (!again || (await asks(t('security.drawQuestion'), t('security.drawQuestionText'), t('security.drawAgain'), false)))
      setOpened('codes');
  };
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
  const { totp, passkeys, recoveryCodes } = data;
  const hasFactor = totp !== null || passkeys.length > 0;
  const finish = (text: string) => {
    if (recoveryCodes === 0) {
      setNews(text);
      return setOpened('codes');
    }
    setOpened(null);
    toast.success(text);
  };
  const close = () => {
    setOpened(null);
    if (news !== null) toast.success(news);
    setNews(null);
  };
  return (
    <section aria-labelledby="second-factors">
      <h2 id="second-factors" className={styles.heading}>
        {t('security.factors')}
      </h2>
      <p className={styles.text}>{t('security.factorsText')}</p>
      <ul className={styles.list}>
        <Row
          icon={<Smartphone {...icon} />}
          name={t('security.app')}
          state={totp ? t('security.appSince', { time: formatTime(totp.createTime) }) : t('security.notSet')}
          on={totp !== null}
          text={t('security.appText')}
        >
          <Button variant="default" onClick={() => setOpened('app')}>
            {t(totp ? 'security.replace' : 'security.setUp')}
          </Button>
          {totp && (
            <Button variant="default" color="red" loading={remove.isPending} onClick={() => void removeApp()}>
              {t('security.remove')}
            </Button>
          )}
        </Row>
        {passkeys.map((passkey) => {
          const { passkeyId, name, createTime, lastTime } = passkey;
          return (
            <Row
              key={passkeyId}
              icon={<Fingerprint {...icon} />}
              name={name}
              state={t('security.passkey')}
              on
              text={
                lastTime ? t('security.lastUsed', { time: formatTime(lastTime) }) : t('security.addedAt', { time: formatTime(createTime) })
              }
            >
              <Button variant="default" aria-label={t('security.renameKey', { name })} onClick={() => setRenamed(passkey)}>
                {t('security.rename')}
              </Button>
              <Button
                variant="default"
                color="red"
                aria-label={t('security.removeKey', { name })}
                onClick={() => void removeKey(passkeyId, name)}
              >
                {t('security.removeShort')}
              </Button>
            </Row>
          );
        })}
        {passkeys.length < limits.passkeys && (
          <Row
            icon={<Fingerprint {...icon} />}
            name={t('security.passkeys')}
            state={passkeys.length > 0 ? t('security.keysSet', { n: passkeys.length }) : t('security.notSet')}
            on={passkeys.length > 0}
            text={t('security.passkeysText')}
          >
            <Button variant="default" onClick={() => setOpened('passkey')}>
              {t('security.addPasskey')}
            </Button>
          </Row>
        )}
        {hasFactor && (
          <Row
            icon={<KeyRound {...icon} />}
            name={t('security.recoveryCodes')}
            state={recoveryCodes > 0 ? t('security.codesLeft', { n: recoveryCodes }) : t('security.noCodes')}
            on={recoveryCodes > 0}
            text={t('security.recoveryCodesText')}
          >
            <Button variant="default" onClick={() => void drawCodes(recoveryCodes > 0)}>
              {t(recoveryCodes > 0 ? 'security.drawAgain' : 'security.draw')}
            </Button>
          </Row>
        )}
      </ul>
      <Dialog opened={opened !== null} onClose={close} fullScreen={phone} closeOnClickOutside={false} title={t(titles[opened ?? 'app'])}>
        {opened === 'app' && <SetUpApp onCancel={close} onDone={() => finish(t('security.appOn'))} />}
        {opened === 'passkey' && <AddPasskey onCancel={close} onDone={() => finish(t('security.passkeyAdded'))} />}
        {opened === 'codes' && <NewRecoveryCodes onDone={close} />}
      </Dialog>
      <Dialog opened={renamed !== null} onClose={() => setRenamed(null)} title={t('security.renamePasskey')}>
        {renamed && <RenamePasskey passkey={renamed} onDone={() => setRenamed(null)} />}
      </Dialog>
    </section>
  );
}

interface RowProps {
  icon: ReactNode;
  name: string;
  state: string;
  on: boolean;
  text: string;
  children: ReactNode;
}

function Row({ icon: sign, name, state, on, text, children }: RowProps) {
  return (
    <li className={styles.row} aria-label={name}>
      <span className={styles.icon}>{sign}</span>
      <div className={styles.facts}>
        <span className={styles.name}>
          {name} <Badge color={on ? 'pine' : 'gray'}>{state}</Badge>
        </span>
        <span>{text}</span>
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
