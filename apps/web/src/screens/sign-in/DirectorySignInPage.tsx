import { useNavigate } from 'react-router';
import { t } from '../../i18n/index.ts';
import { NotConfigured } from './NotConfigured.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** `/ADlogin`: accounts of the company directory. Until a directory is connected, the page says so instead of taking a password. */
export default function DirectorySignInPage() {
  const navigate = useNavigate();
  return (
    <SignInFrame title={t('identity.directoryTitle')} subtitle={t('identity.directorySubtitle')}>
      <NotConfigured
        title={t('identity.directoryNotConfigured')}
        text={t('identity.domainNotConfiguredText')}
        onPassword={() => void navigate('/signIn')}
      />
    </SignInFrame>
  );
}
