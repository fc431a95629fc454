import { Button } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import { NicheWith } from '../../ui/marks/Niche.tsx';
import styles from './SignInPage.module.css';

/** A sign-in method that is not configured; it links to the password form. */
export function NotConfigured({ title, text, onPassword }: { title: string; text: string; onPassword: () => void }) {
  return (
    <div className={styles.missing}>
      <NicheWith object="key" size={116} />
      <h2>{title}</h2>
      <p>{text}</p>
      <Button variant="default" onClick={onPassword}>
        {t('identity.usePassword')}
      </Button>
    </div>
  );
}
