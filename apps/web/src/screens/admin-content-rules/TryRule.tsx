import { Button, Textarea } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { calls, limits, type AnswerOf } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Marked } from '../../ui/marked/Marked.tsx';
import { valueOf, type RuleDraft } from './rule-draft.ts';
import styles from './rules.module.css';

interface TryRuleProps {
  draft: RuleDraft;
  offline: boolean;
  /** The value is wrong, or the server could not try it. */
  onFault(error: unknown): void;
}

/** What was tried, and what came of it. */
interface Tried {
  text: string;
  value: string;
  answer: AnswerOf<typeof calls.adminDlp.test>;
}

/** Tries the rule as it stands in the form on a text; what it finds is marked. */
export function TryRule({ draft, offline, onFault }: TryRuleProps) {
  const { kind } = draft;
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const [busy, setBusy] = useState(false);
  const value = valueOf(draft);
  const run = async () => {
    setBusy(true);
    setTried(null);
    try {
      setTried({ text, value, answer: await call(calls.adminDlp.test, { kind, value, text }) });
    } catch (error) {
      onFault(error);
    } finally {
      setBusy(false);
    }
  };
  // What was found belongs to what was tried, and to nothing that was written since.
  const shown = tried && tried.text === text && tried.value === value ? tried : null;
  return (
    <section className={styles.try} aria-label={t('adminRules.try')}>
      <Textarea
        label={t(kind === 'suffix' ? 'adminRules.tryName' : 'adminRules.try')}
        description={t('adminRules.tryHint')}
        rows={kind === 'suffix' ? 1 : 4}
        maxLength={limits.dlpTestLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.tryLine}>
        <Button variant="default" loading={busy} disabled={offline || text.trim() === '' || value.trim() === ''} onClick={() => void run()}>
          {t('adminRules.tryRun')}
        </Button>
        <span role="status" className={styles.outcome} data-found={shown?.answer.found || undefined}>
          {shown &&
            (shown.answer.found ? (
              <>
                <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
                {t('adminRules.tryFound', { n: shown.answer.places.length })}
              </>
            ) : (
              <>
                <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
                {t('adminRules.tryNothing')}
              </>
            ))}
        </span>
      </div>
      {shown?.answer.found && (
        <div className={styles.marked} tabIndex={0} role="group" aria-label={t('adminRules.tryPlaces')}>
          <Marked text={shown.text} parts={shown.answer.places.map(([from, length]) => [from, from + length])} />
        </div>
      )}
    </section>
  );
}
