import { calls, type SyncRun } from '@alcove/contract';
import { call } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { act } from './act.ts';
import { LetThrough } from './LetThrough.tsx';

/** A run that the brake has stopped. */
export function TooMany({ run, platformId, edits }: { run: SyncRun; platformId: string; edits: boolean }) {
  const { runId, counts, active, applicable } = run;
  const n = counts.leave;
  return (
    <LetThrough
      title={t('adminSync.tooManyTitle', { n, share: ((n / Math.max(active, 1)) * 100).toFixed(1) })}
      text={t('adminSync.tooManyText')}
      label={t('adminSync.letThrough')}
      question={{
        title: t('adminSync.letThroughTitle', { n }),
        text: t('adminSync.letThroughText'),
        confirmLabel: t('adminSync.wordLeave'),
      }}
      edits={edits && applicable}
      onLetThrough={(syncReason) => act(() => call(calls.adminPlatform.sync, { platformId, runId, syncReason }), t('adminSync.started'))}
    />
  );
}
