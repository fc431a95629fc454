import { Check, Eye, FileSearch, Loader, UserCheck, X } from 'lucide-react';
import { linkStepNames, type LinkStep } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { stepAt, stepName } from './link-words.ts';
import styles from './links.module.css';

const icons = { scan: FileSearch, permission: UserCheck, review: Eye };

/** The three steps of a verification in one line of a list. */
export function StepDots({ steps }: { steps: readonly LinkStep[] }) {
  const now = stepAt(steps);
  const at = Math.max(0, now ? linkStepNames.indexOf(now.step) : 0);
  return (
    <span className={styles.dots} role="img" aria-label={t('links.stepOf', { n: at + 1, step: now ? stepName(now.step) : '' })}>
      {linkStepNames.map((name) => {
        const state = steps.find(({ step }) => step === name)?.state ?? 'waiting';
        const Icon =
          state === 'passed' || state === 'skipped' ? Check : state === 'failed' ? X : state === 'running' ? Loader : icons[name];
        return (
          <span key={name} className={styles.dot} data-state={state}>
            <Icon size={12} strokeWidth={state === 'waiting' ? 1.75 : 2.6} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}
