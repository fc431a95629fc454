import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AdminItem } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { CompanyRoles } from './CompanyRoles.tsx';
import { fileRoleList } from './file-role-queries.ts';
import { FileRoles } from './FileRoles.tsx';

const none: readonly AdminItem[] = [];

/** The roles of the company, and the file roles, as two tabs of one screen. */
export default function RolesPage() {
  const [address] = useSearchParams();
  const held = useCurrentUser()?.adminItems ?? none;
  const file = address.get('tab') === 'file';
  const company = useQuery({ ...companyRoleList, enabled: !file });
  const files = useQuery({ ...fileRoleList, enabled: file });
  const asked = file ? files : company;
  if (asked.data === undefined)
    return (
      <ListScreen title={t('adminRoles.title')}>
        {asked.error ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <SkeletonRows />}
      </ListScreen>
    );
  if (file) return <FileRoles roles={files.data ?? []} held={held} />;
  return <CompanyRoles roles={company.data ?? []} held={held} />;
}
