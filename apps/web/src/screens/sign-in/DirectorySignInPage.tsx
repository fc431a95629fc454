import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { signInWaysQuery } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { NotConfigured } from './NotConfigured.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './SignInPage.module.css';

/** `/ADlogin`: accounts of the company directory. Until a directory is connected, the page says so instead of taking a password. */
export default function DirectorySignInPage() {
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  const navigate = useNavigate();
  const directories = ways?.directories ?? [];
  return (
    <SignInFrame title={t('identity.directoryTitle')} subtitle={t('identity.directorySubtitle')}>
      <div className={styles.panel}>
        {directories.length > 0 && <PasswordForm directories={directories} />}
        {directories.length === 0 && !isPending && (
          <NotConfigured
            title={t('identity.directoryNotConfigured')}
            text={t('identity.domainNotConfiguredText')}
            onPassword={() => void navigate('/signIn')}
          />
        )}
      </div>
    </SignInFrame>
  );
}
