import { Button, Loader } from '@mantine/core';
import { calls, type SyncRun } from '@alcove/contract';
import { call } from '../../../api/index.ts';
import { formatTime, t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { Figures } from '../../../ui/figures/Figures.tsx';
import { useOnline } from '../../../ui/use-online.ts';
import { act } from './act.ts';
import { Entries } from './Entries.tsx';
import { TooMany } from './TooMany.tsx';
import { isOpen } from './sync-queries.ts';
import { kindWord, plannedIn, stateWord } from './sync-words.ts';
import styles from './sync.module.css';

interface RunViewProps {
  run: SyncRun;
  platformId: string;
  edits: boolean;
}

/** One run: how far it is, or what it found, and what to do with it. */
export function RunView({ run, platformId, edits }: RunViewProps) {
  const { counts, same, state, failure, tooMany, applicable, startTime, readTime, endTime, authorName, complete } = run;
  const offline = !useOnline();
  const facts = [
    kindWord(run),
    ...(complete ? [] : [t('adminSync.partly')]),
    stateWord(run),
    formatTime(endTime ?? readTime ?? startTime),
    ...(authorName === null ? [] : [t('adminSync.by', { name: authorName })]),
  ];
  const planned = plannedIn(run);
  return (
    <section className={styles.run} aria-label={kindWord(run)}>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {isOpen(run) && <Progress run={run} platformId={platformId} edits={edits} />}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {state === 'planned' && tooMany && <TooMany run={run} platformId={platformId} edits={edits} />}
      {readTime !== null && (
        <>
          <Figures
            figures={[
              { label: t('adminSync.new'), value: counts.new },
              { label: t('adminSync.change'), value: counts.change },
              { label: t('adminSync.leave'), value: counts.leave, bad: true },
              { label: t('adminSync.conflict'), value: counts.conflict, warns: true },
              { label: t('adminSync.same'), value: same },
            ]}
          />
          <Entries run={run} />
        </>
      )}
      {state === 'planned' && (
        <div className={styles.foot}>
          <span>{t(applicable ? 'adminSync.readAt' : 'adminSync.outdated', { time: formatTime(readTime ?? startTime) })}</span>
          {edits && applicable && !tooMany && planned > 0 && (
            <Button
              disabled={offline}
              onClick={() => void act(() => call(calls.adminPlatform.sync, { platformId, runId: run.runId }), t('adminSync.started'))}
            >
              {t('adminSync.apply', { n: planned })}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

async function askAndCancel(platformId: string): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminSync.cancelTitle'),
    text: t('adminSync.cancelText'),
    confirmLabel: t('adminSync.cancel'),
    danger: true,
  } as const;
  if (await confirm(question)) await act(() => call(calls.adminPlatform.cancelSync, { platformId }), t('adminSync.stateCancelled'));
}

function Progress({ run, platformId, edits }: RunViewProps) {
  const { state, done } = run;
  return (
    <div className={styles.progress}>
      <Loader size={16} aria-hidden />
      <span role="status">
        {state === 'applying' ? t('adminSync.applying') : state === 'reading' ? t('adminSync.reading') : t('adminSync.waiting')}
      </span>
      {state === 'applying' && <span className={styles.quiet}>{t('adminSync.applied', { done, total: plannedIn(run) })}</span>}
      {edits && (
        <Button variant="default" color="red" size="xs" onClick={() => void askAndCancel(platformId)}>
          {t('adminSync.cancel')}
        </Button>
      )}
    </div>
  );
}
