import { Check, FileSearch, Link2, Loader, UserCheck, Users, X, type LucideIcon } from 'lucide-react';
import type { AnswerOf, LinkState, LinkStep, LinkStepName, calls } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { scanProgress, stepName } from './link-words.ts';
import styles from './links.module.css';

/** What the rules say before a link is made. */
export type Before = AnswerOf<typeof calls.link.checkDlp>;

interface VerificationStepsProps {
  /** Empty before the link is made. */
  steps: readonly LinkStep[];
  state: LinkState | null;
  before: Before | undefined;
}

const icons = { scan: FileSearch, permission: UserCheck, review: Users };
const names: readonly LinkStepName[] = ['scan', 'permission', 'review'];

/** The steps from a new link to an open one, each with what came of it. */
export function VerificationSteps({ steps, state, before }: VerificationStepsProps) {
  const live = state === 'valid' ? 'passed' : 'waiting';
  return (
    <ol className={styles.steps} aria-live="polite">
      {names.map((name) => {
        const step = steps.find((one) => one.step === name) ?? { step: name, state: 'waiting' as const };
        return <Step key={name} icon={icons[name]} state={step.state} title={stepName(name)} text={textOf(step, before)} />;
      })}
      <Step
        icon={Link2}
        state={live}
        title={t('links.stepLive')}
        text={
          state === 'valid'
            ? t('links.livePassed')
            : state === 'expired' || state === 'failed'
              ? t('links.liveEnded')
              : t('links.liveWaiting')
        }
      />
    </ol>
  );
}

function Step({ icon, state, title, text }: { icon: LucideIcon; state: LinkStep['state']; title: string; text: string }) {
  const Icon = state === 'passed' || state === 'skipped' ? Check : state === 'failed' ? X : state === 'running' ? Loader : icon;
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.stepMark}>
        <Icon size={15} strokeWidth={state === 'passed' || state === 'skipped' ? 2.6 : 1.75} aria-hidden />
      </span>
      <div className={styles.stepSaid}>
        <div className={styles.stepTitle}>{title}</div>
        <div className={styles.stepText}>{text}</div>
      </div>
    </li>
  );
}

function textOf(step: LinkStep, before: Before | undefined): string {
  const { step: name, state } = step;
  if (name === 'scan')
    return {
      waiting: () => t('links.scanWaiting'),
      running: () => scanProgress(step) ?? t('links.scanRunning'),
      passed: () => t('links.scanPassed'),
      skipped: () => t('links.scanSkipped'),
      failed: () => t('links.scanFailed'),
    }[state]();
  if (name === 'permission')
    return {
      waiting: () => t('links.permissionWaiting'),
      running: () => t('links.permissionRunning'),
      passed: () => t('links.permissionPassed'),
      skipped: () => t('links.permissionSkipped'),
      failed: () => t('links.permissionFailed'),
    }[state]();
  return {
    waiting: () => reviewAhead(before),
    running: () => t('links.reviewRunning'),
    passed: () => t('links.reviewPassed'),
    skipped: () => t('links.reviewSkipped'),
    failed: () => t('links.reviewFailed'),
  }[state]();
}

function reviewAhead(before: Before | undefined): string {
  if (!before) return t('links.reviewWaiting');
  if (!before.reviewed) return t('links.reviewSkipped');
  return before.waiting > 0 ? t('links.reviewQueue', { n: before.waiting }) : t('links.reviewNeeded');
}
