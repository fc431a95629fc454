import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { basePath } from '../../api/paths.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { safeRedirect } from '../../api/session.ts';
import { ChangePasswordForm } from '../../features/identity/ChangePasswordForm.tsx';
import { signOut } from '../../features/identity/sign-out.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { SignInFrame } from './SignInFrame.tsx';

/** Where people whose password was set by an administrator, or is too old, choose a new one. Nothing else is open to them until then. */
export default function NewPasswordPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const user = useQuery(currentUserQuery).data;
  const target = safeRedirect(search.get('redirect')).slice(basePath.length);
  if (user && !user.mustChangePassword) return <Navigate to={target} replace />;
  const expired = user?.passwordExpired ?? false;
  return (
    <SignInFrame title={t('identity.ownPassword')} subtitle={t(expired ? 'identity.passwordExpiredText' : 'identity.ownPasswordText')}>
      <ChangePasswordForm
        oldLabel={t(expired ? 'identity.expiredPassword' : 'identity.givenPassword')}
        submitLabel={t('identity.saveAndContinue')}
        cancelLabel={t('identity.leave')}
        onCancel={() => void signOut()}
        onDone={() => {
          toast.success(t('identity.ownPasswordSet'));
          // Whatever was refused before is asked again.
          queries.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== currentUserQuery.queryKey.join() });
          if (user) queries.setQueryData(currentUserQuery.queryKey, { ...user, mustChangePassword: false, passwordExpired: false });
          void navigate(target, { replace: true });
        }}
      />
    </SignInFrame>
  );
}
