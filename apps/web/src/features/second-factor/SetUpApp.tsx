import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { t } from '../../i18n/index.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useAction } from '../../ui/use-action.ts';
import { useOnce } from '../../ui/use-once.ts';
import { CodeField } from './CodeField.tsx';
import { secondFactorsQuery } from './factor-queries.ts';
import styles from './SetUpApp.module.css';

export const copied = async (text: string): Promise<void> =>
  void ((await copyText(text)) ? toast.success(t('security.copied')) : toast.error(t('security.notCopied')));

/** In groups of four, as people type it. */
const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** A new secret each time it opens, which counts once the app shows the right code. */
export function SetUpApp({ onDone, onCancel, cancelLabel }: { onDone(): void; onCancel(): void; cancelLabel?: string }) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const begun = useQuery({
    queryKey: ['user', 'beginTotp'],
    queryFn: () => call(calls.user.beginTotp, {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const confirm = useAction(calls.user.confirmTotp, { quiet: true, refreshes: [secondFactorsQuery.queryKey, ['user', 'current']], onDone });
  const confirmOnce = useOnce(confirm);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length < 6) return field.current?.focus();
    confirmOnce(
      { code },
      {
        onError: () => {
          setCode('');
          field.current?.focus();
        },
      },
    );
  }
  if (begun.error) return <ErrorState error={begun.error} onRetry={() => void begun.refetch()} />;
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.text}>{t('security.scan')}</p>
      <div className={styles.code} aria-busy={!begun.data}>
        {begun.data && <QrCode text={begun.data.address} label={t('security.qrCode')} size={176} />}
      </div>
      <div className={styles.text}>
        {t('security.cannotScan')}
        <div className={styles.secret}>
          <code>{grouped(begun.data?.secret ?? '')}</code>
          <Button variant="default" size="xs" disabled={!begun.data} onClick={() => void copied(begun.data?.secret ?? '')}>
            {t('security.copySecret')}
          </Button>
        </div>
      </div>
      <CodeField ref={field} label={t('security.enterCode')} value={code} onChange={setCode} />
      <Refused text={confirm.error?.message ?? ''} />
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel ?? t('common.cancel')}
        </Button>
        <Button type="submit" loading={confirm.isPending} disabled={!begun.data}>
          {t('security.turnOn')}
        </Button>
      </div>
    </form>
  );
}
