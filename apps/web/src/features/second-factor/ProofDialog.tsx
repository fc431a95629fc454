import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { calls } from '@alcove/contract';
import type { InputOf } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { call } from '../../api/client.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { useOnce } from '../../ui/use-once.ts';
import { signOut } from '../identity/sign-out.ts';
import { secondFactorsQuery } from './factor-queries.ts';
import { GiveFactor } from './GiveFactor.tsx';
import styles from './GiveFactor.module.css';

/** Asks again who one is, before a dangerous act: for the second factor or, without one, for the password. */
export default function ProofDialog({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const { data, error, refetch } = useQuery({ ...secondFactorsQuery, staleTime: 0 });
  const prove = useMutation({
    mutationFn: (given: InputOf<typeof calls.user.proveAgain>) => call(calls.user.proveAgain, given),
    onSuccess: () => onAnswer(true),
  });
  const proveOnce = useOnce(prove);
  const hasFactor = data !== undefined && (data.totp !== null || data.passkeys.length > 0);
  return (
    <Dialog opened onClose={() => onAnswer(false)} size={420} title={t('security.proof')}>
      <p className={styles.text}>{t('security.proofText')}</p>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows />)}
      {hasFactor && (
        <GiveFactor
          factors={{ totp: data.totp !== null, passkeys: data.passkeys.length > 0, recoveryCodes: data.recoveryCodes }}
          purpose="proof"
          isPending={prove.isPending}
          error={prove.error}
          submitLabel={t('security.verify')}
          onGive={(given, onRefused) => proveOnce(given, { onError: onRefused })}
        />
      )}
      {data && !hasFactor && data.hasPassword && (
        <PasswordProof
          isPending={prove.isPending}
          fault={prove.error && failureMessage(prove.error, t('errors.unknown'))}
          onGive={(password) => proveOnce({ password })}
        />
      )}
      {data && !hasFactor && !data.hasPassword && (
        <div className={styles.form}>
          <p className={styles.text}>{t('security.signInAgainText')}</p>
          <Button onClick={() => void signOut({ comesBack: true })}>{t('security.signInAgain')}</Button>
        </div>
      )}
    </Dialog>
  );
}

function PasswordProof({ isPending, fault, onGive }: { isPending: boolean; fault: string | null; onGive(password: string): void }) {
  const [password, setPassword] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') onGive(password);
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <PasswordInput
        size="md"
        label={t('identity.password')}
        value={password}
        error={fault}
        maxLength={1024}
        autoComplete="current-password"
        data-autofocus
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button size="md" fullWidth type="submit" loading={isPending}>
        {t('security.verify')}
      </Button>
    </form>
  );
}
