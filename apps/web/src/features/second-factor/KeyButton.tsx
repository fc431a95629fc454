import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { CallFailed } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { isGivenUp, signWithKey } from './passkeys.ts';
import type { SignedByKey } from './passkeys.ts';
import styles from './GiveFactor.module.css';

interface KeyButtonProps {
  purpose: 'step' | 'proof' | 'signIn';
  isPending: boolean;
  variant?: 'filled' | 'default';
  onSigned(passkey: SignedByKey): void;
}

/** Asks the browser for a passkey. Whoever closes its dialog sees nothing of it. */
export function KeyButton({ purpose, isPending, variant = 'filled', onSigned }: KeyButtonProps) {
  const ask = useMutation({ mutationFn: () => signWithKey(purpose), onSuccess: onSigned });
  const askOnce = useOnce(ask, { repeats: true });
  const fault = ask.error && !isGivenUp(ask.error) && (ask.error instanceof CallFailed ? ask.error.errmsg : t('security.noPasskey'));
  return (
    <div className={styles.form}>
      <Button
        size="md"
        fullWidth
        variant={variant}
        leftSection={<Fingerprint size={18} strokeWidth={1.75} aria-hidden />}
        loading={ask.isPending || isPending}
        onClick={() => askOnce()}
      >
        {t('security.usePasskey')}
      </Button>
      <Refused text={fault || ''} />
    </div>
  );
}
