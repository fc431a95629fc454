import { CircleAlert } from 'lucide-react';
import { failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import styles from './SignInPage.module.css';

export function SignInFailure({ error }: { error: unknown }) {
  return (
    <p role="alert" className={styles.failure}>
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
      {failureMessage(error, t('errors.unknown'))}
    </p>
  );
}
