import { UnstyledButton } from '@mantine/core';
import type { SyncRun } from '@alcove/contract';
import { formatTime, t } from '../../../i18n/index.ts';
import { kindWord, plannedIn, stateWord } from './sync-words.ts';
import styles from './sync.module.css';

interface RunHistoryProps {
  runs: readonly SyncRun[];
  shown: string | null;
  onChoose(runId: string): void;
}

/** The latest runs: when, and what came of each. */
export const RunHistory = ({ runs, shown, onChoose }: RunHistoryProps) => (
  <section aria-labelledby="sync-history">
    <h3 className={styles.title} id="sync-history">
      {t('adminSync.runs')}
    </h3>
    <ul className={styles.history}>
      {runs.map((run) => (
        <li key={run.runId}>
          <UnstyledButton aria-current={run.runId === shown || undefined} onClick={() => onChoose(run.runId)}>
            <span>{formatTime(run.startTime)}</span>
            <span>{kindWord(run)}</span>
            <span>{stateWord(run)}</span>
            <span className={styles.quiet}>{run.failure ?? t('adminSync.applied', { done: run.done, total: plannedIn(run) })}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  </section>
);
