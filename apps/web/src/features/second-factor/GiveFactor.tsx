import { Button, Tabs, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { FactorsToGive } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { formatDuration, t } from '../../i18n/index.ts';
import { useCountdown } from '../identity/use-countdown.ts';
import { waitUntil } from '../identity/wait-until.ts';
import { CodeField } from './CodeField.tsx';
import { KeyButton } from './KeyButton.tsx';
import { lastFactor, rememberFactor } from './last-factor.ts';
import type { SignedByKey } from './passkeys.ts';
import styles from './GiveFactor.module.css';

export type GivenFactor = { code: string } | { recoveryCode: string } | { passkey: SignedByKey };
type Way = 'totp' | 'passkey' | 'recovery';
const names = { totp: 'security.app', passkey: 'security.passkey', recovery: 'security.recoveryCode' } as const satisfies Record<
  Way,
  string
>;

interface GiveFactorProps {
  factors: FactorsToGive;
  /** What a passkey is asked for. */
  purpose: 'step' | 'proof';
  isPending: boolean;
  error: unknown;
  submitLabel: string;
  onGive(given: GivenFactor, onRefused: (error: unknown) => void): void;
}

/** From so few recovery codes on, people are asked to draw new ones. */
const few = 3;

/** The ways to prove who one is, the last one used first. A code is sent by itself once it is complete. */
export function GiveFactor({ factors, purpose, isPending, error, submitLabel, onGive }: GiveFactorProps) {
  const ways = (['totp', 'passkey', 'recovery'] as const).filter(
    (one) => ({ totp: factors.totp, passkey: factors.passkeys, recovery: factors.recoveryCodes > 0 })[one],
  );
  const [way, setWay] = useState<Way>(() => ways.find((one) => one === lastFactor()) ?? ways[0] ?? 'totp');
  const [code, setCode] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const [until, setUntil] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const waiting = useCountdown(until);

  function give(given: GivenFactor) {
    if (isPending || waiting > 0) return;
    rememberFactor(way);
    onGive(given, (refusal) => {
      setUntil(waitUntil(refusal));
      setCode('');
      field.current?.focus();
    });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (way === 'totp') give({ code });
    else if (recoveryCode.trim() === '') field.current?.focus();
    else give({ recoveryCode });
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <Tabs value={way} onChange={(value) => value !== null && setWay(value as Way)} keepMounted={false}>
        <Tabs.List>
          {ways.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(names[one])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="totp" className={styles.panel}>
          <CodeField
            ref={field}
            label={t('security.sixDigits')}
            value={code}
            disabled={waiting > 0}
            onChange={(next) => {
              setCode(next);
              if (next.length === 6) give({ code: next });
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="passkey" className={styles.panel}>
          <KeyButton purpose={purpose} isPending={isPending} onSigned={(passkey) => give({ passkey })} />
        </Tabs.Panel>
        <Tabs.Panel value="recovery" className={styles.panel}>
          <TextInput
            ref={field}
            size="md"
            autoFocus
            label={t('security.recoveryCode')}
            description={t('security.recoveryCodeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            classNames={{ input: styles.mono! }}
            value={recoveryCode}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setRecoveryCode(event.currentTarget.value)}
          />
          {factors.recoveryCodes <= few && (
            <p className={styles.note}>
              <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
              {t('security.fewCodes', { n: factors.recoveryCodes - 1 })}
            </p>
          )}
        </Tabs.Panel>
      </Tabs>
      {error != null && (until === null || waiting > 0) && (
        <p role="alert" className={styles.failure}>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          {failureMessage(error, t('errors.unknown'))}
        </p>
      )}
      {way !== 'passkey' && (
        <Button size="md" fullWidth type="submit" loading={isPending} disabled={waiting > 0}>
          {waiting > 0 ? t('identity.waitFor', { time: formatDuration(waiting) }) : submitLabel}
        </Button>
      )}
    </form>
  );
}
