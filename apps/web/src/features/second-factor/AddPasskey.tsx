import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { secondFactorsQuery } from './factor-queries.ts';
import { addKey, isGivenUp, keyName } from './passkeys.ts';
import styles from './SetUpApp.module.css';

/** Names a passkey and has the browser make it. */
export function AddPasskey({ onDone, onCancel, cancelLabel }: { onDone(): void; onCancel(): void; cancelLabel?: string }) {
  const queries = useQueryClient();
  const [name, setName] = useState(keyName);
  const add = useMutation({
    mutationFn: () => addKey(name.trim()),
    onSuccess: () => {
      onDone();
      void queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['user', 'current'] });
    },
  });
  const addOnce = useOnce(add);
  const fault = add.error && !isGivenUp(add.error) && (add.error instanceof CallFailed ? add.error.errmsg : t('security.noPasskey'));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') addOnce();
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.text}>{t('security.addPasskeyText')}</p>
      <TextInput
        label={t('security.passkeyName')}
        value={name}
        maxLength={limits.passkeyNameLength}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Refused text={fault || ''} />
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel ?? t('common.cancel')}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
          {t('security.addPasskey')}
        </Button>
      </div>
    </form>
  );
}
