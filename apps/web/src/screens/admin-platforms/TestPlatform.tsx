import { Button } from '@mantine/core';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useState } from 'react';
import { calls, type PlatformTest } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { PlatformDraft } from './platform-draft.ts';
import styles from './platforms.module.css';

interface TestPlatformProps {
  draft: PlatformDraft;
  offline: boolean;
  /** The address is wrong, or nothing was tested. */
  onFault(error: unknown): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const steps = ['answers', 'fits', 'hasKeys'] as const;
const words = (): Record<keyof PlatformTest, [string, string]> => ({
  answers: [t('adminPlatforms.answers'), t('adminPlatforms.answersNot')],
  fits: [t('adminPlatforms.fits'), t('adminPlatforms.fitsNot')],
  hasKeys: [t('adminPlatforms.hasKeys'), t('adminPlatforms.hasKeysNot')],
});

/** Tests the connection as it stands in the form, step by step. */
export function TestPlatform({ draft: { issuer, algorithm }, offline, onFault }: TestPlatformProps) {
  const [tested, setTested] = useState<{ of: string; answer: PlatformTest } | null>(null);
  const [busy, setBusy] = useState(false);
  const of = `${issuer} ${algorithm}`;
  const run = async () => {
    setBusy(true);
    setTested(null);
    try {
      setTested({ of, answer: await call(calls.adminPlatform.test, { issuer, algorithm }) });
    } catch (error) {
      onFault(error);
    } finally {
      setBusy(false);
    }
  };
  const answer = tested?.of === of ? tested.answer : null;
  const failed = answer && steps.find((step) => !answer[step]);
  return (
    <section className={styles.test} aria-label={t('adminPlatforms.test')}>
      <Button variant="default" loading={busy} disabled={offline || issuer.trim() === ''} onClick={() => void run()}>
        {t('adminPlatforms.test')}
      </Button>
      <div role="status">
        {answer && (
          <ul className={styles.steps}>
            {steps.map((step) => (
              <li key={step} data-state={answer[step] ? 'passed' : step === failed ? 'failed' : 'open'}>
                {answer[step] ? <CircleCheck {...icon} /> : step === failed ? <CircleX {...icon} /> : <CircleDashed {...icon} />}
                {words()[step][step === failed ? 1 : 0]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
