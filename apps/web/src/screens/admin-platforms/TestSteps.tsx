import { Button } from '@mantine/core';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './platforms.module.css';

export interface TestStep {
  passed: boolean;
  /** What it says if it passed, and if it did not. */
  words: readonly [string, string];
}

interface TestStepsProps {
  /** `of`: what is tested; the answer is shown as long as that is in the form. Null: there is nothing to test yet. */
  tested: { of: string; run(): Promise<TestStep[]> } | null;
  offline: boolean;
  /** A field is wrong, or nothing was tested. */
  onFault(error: unknown): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Tests the connection as it stands in the form, step by step. */
export function TestSteps({ tested, offline, onFault }: TestStepsProps) {
  const [answer, setAnswer] = useState<{ of: string; steps: TestStep[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (!tested) return;
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer({ of: tested.of, steps: await tested.run() });
    } catch (error) {
      onFault(error);
    } finally {
      setBusy(false);
    }
  };
  const steps = answer && answer.of === tested?.of ? answer.steps : [];
  const failed = steps.find(({ passed }) => !passed);
  return (
    <section className={styles.test} aria-label={t('adminPlatforms.test')}>
      <Button variant="default" loading={busy} disabled={offline || !tested} onClick={() => void run()}>
        {t('adminPlatforms.test')}
      </Button>
      <div role="status">
        {steps.length > 0 && (
          <ul className={styles.steps}>
            {steps.map((step) => (
              <li key={step.words[0]} data-state={step.passed ? 'passed' : step === failed ? 'failed' : 'open'}>
                {step.passed ? <CircleCheck {...icon} /> : step === failed ? <CircleX {...icon} /> : <CircleDashed {...icon} />}
                {step.words[step === failed ? 1 : 0]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
