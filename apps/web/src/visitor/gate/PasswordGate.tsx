import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { limits, type LinkGate } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { NicheWith } from '../../ui/marks/Niche.tsx';
import { isFailure } from '../link/failures.ts';
import { enter } from '../link/visit.ts';
import { Button } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { GateFrame } from './GateFrame.tsx';
import { TimeLeft } from '../ui/TimeLeft.tsx';
import { minutesLocked, useMinutesLeft } from './lock.ts';
import styles from './Gate.module.css';

/** Asks for the password. It tells wrong ones with the server's words, and counts the minutes of a lock down. */
export function PasswordGate({ gate, again }: { gate: LinkGate; again: boolean }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(again ? t('visitor.reopen') : null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const minutes = useMinutesLeft(lockedUntil);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || minutes !== null) return;
    if (typed === '') {
      setProblem(t('visitor.passwordEmpty'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await enter(typed);
    } catch (error) {
      setBusy(false);
      if (error instanceof CallFailed && isFailure(error, 'LINK_LOCKED')) setLockedUntil(Date.now() + minutesLocked(error) * 60_000);
      else setProblem(failureMessage(error, t('errors.unknown')));
      field.current?.select();
    }
  };
  const said = minutes === null ? problem : t('visitor.locked', { minutes });
  return (
    <GateFrame>
      <NicheWith object="folder" size={180} />
      <p className={styles.sharer}>
        <Avatar id={gate.sharer} name={gate.sharer} size={22} />
        {t('visitor.sharedWithYou', { who: gate.sharer })}
      </p>
      <h1 className={styles.name}>{gate.name ?? t('visitor.fileHidden')}</h1>
      <p className={styles.facts}>
        <TimeLeft until={gate.expireTime} />
      </p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <label className={styles.label} htmlFor="password">
          {t('visitor.password')}
        </label>
        <input
          ref={field}
          id="password"
          className={styles.password}
          type="text"
          value={typed}
          maxLength={limits.linkPassword.most}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={said !== null && said !== ''}
          aria-describedby="password-problem password-hint"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            // What is copied from a message often brings a space or a line break along.
            event.preventDefault();
            const { currentTarget: input, clipboardData } = event;
            input.setRangeText(clipboardData.getData('text').trim(), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
            setTyped(input.value.slice(0, limits.linkPassword.most));
          }}
        />
        <p className={styles.problem} id="password-problem" role="alert">
          {said}
        </p>
        {said === null && (
          <p className={styles.hint} id="password-hint">
            {t('visitor.passwordTries', { n: gate.passwordTries, minutes: gate.lockMinutes })}
          </p>
        )}
        <Button type="submit" look="filled" size="large" className={styles.open} aria-disabled={busy || minutes !== null}>
          {busy ? t('visitor.opening') : t('visitor.open')}
          {!busy && <ArrowRight {...icon} />}
        </Button>
      </form>
    </GateFrame>
  );
}
