import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { calls, limits } from '@alcove/contract';
import type { SecondFactors } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { secondFactorsQuery } from './factor-queries.ts';
import styles from './SetUpApp.module.css';

type Passkey = SecondFactors['passkeys'][number];

export function RenamePasskey({ passkey: { passkeyId, name: before }, onDone }: { passkey: Passkey; onDone(): void }) {
  const [name, setName] = useState(before);
  const rename = useAction(calls.user.renamePasskey, { quiet: true, refreshes: [secondFactorsQuery.queryKey], onDone });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === before) onDone();
    else if (name.trim() !== '' && !rename.isPending) rename.mutate({ passkeyId, name: name.trim() });
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextInput
        label={t('security.passkeyName')}
        value={name}
        maxLength={limits.passkeyNameLength}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Refused text={rename.error?.message ?? ''} />
      <div className={styles.actions}>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
          {t('security.save')}
        </Button>
      </div>
    </form>
  );
}
