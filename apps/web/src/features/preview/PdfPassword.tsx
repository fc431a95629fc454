import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import styles from './pdf.module.css';
import previewStyles from './preview.module.css';

/** The password never leaves the browser: the file is decrypted here, not on the server. */
export function PdfPassword({ wrong, onPassword }: { wrong: boolean; onPassword(password: string): void }) {
  const [password, setPassword] = useState('');
  return (
    <div className={previewStyles.message}>
      <StateView
        object="key"
        title={t('preview.lockedTitle')}
        text={t('preview.lockedText')}
        actions={
          <form
            className={styles.unlock}
            onSubmit={(event) => {
              event.preventDefault();
              if (password !== '') onPassword(password);
            }}
          >
            <PasswordInput
              data-autofocus
              autoFocus
              autoComplete="off"
              aria-label={t('preview.password')}
              placeholder={t('preview.password')}
              value={password}
              error={wrong && t('preview.wrongPassword')}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" disabled={password === ''}>
              {t('preview.unlock')}
            </Button>
          </form>
        }
      />
    </div>
  );
}
