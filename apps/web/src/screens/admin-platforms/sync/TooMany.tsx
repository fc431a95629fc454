import { Button, Textarea } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { calls, limits, type SyncRun } from '@alcove/contract';
import { call } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { useOnline } from '../../../ui/use-online.ts';
import { act } from './act.ts';
import styles from './sync.module.css';

/** The brake: so many would be frozen that somebody has to say so, with a reason. */
export function TooMany({ run, platformId, edits }: { run: SyncRun; platformId: string; edits: boolean }) {
  const { runId, counts, active, applicable } = run;
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const offline = !useOnline();
  const n = counts.leave;
  const letThrough = async () => {
    if (reason.trim() === '') return setFault(t('adminSync.reasonMissing'));
    const question = {
      type: 'warning',
      title: t('adminSync.letThroughTitle', { n }),
      text: t('adminSync.letThroughText'),
      confirmLabel: t('adminSync.wordLeave'),
      danger: true,
    } as const;
    if (!(await confirm(question))) return;
    await act(() => call(calls.adminPlatform.sync, { platformId, runId, syncReason: reason }), t('adminSync.started'));
  };
  return (
    <div className={styles.tooMany} role="alert">
      <strong>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
        {t('adminSync.tooManyTitle', { n, share: ((n / Math.max(active, 1)) * 100).toFixed(1) })}
      </strong>
      <p>{t('adminSync.tooManyText')}</p>
      {edits && applicable && (
        <>
          <Textarea
            label={t('adminSync.reason')}
            description={t('adminSync.reasonHint')}
            rows={2}
            maxLength={limits.syncReasonLength}
            value={reason}
            error={fault}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setFault('');
            }}
          />
          <Button variant="default" color="red" disabled={offline} onClick={() => void letThrough()}>
            {t('adminSync.letThrough')}
          </Button>
        </>
      )}
    </div>
  );
}
