import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { DepartmentSpace } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { FileBrowser } from '../files/FileBrowser.tsx';
import { fileDetail } from '../../items/file-queries.ts';
import type { PrivilegesOf } from '../../features/groups/PrivilegeDialog.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { departmentSpaces } from './department-spaces.ts';
import { SpaceList } from './SpaceList.tsx';
import { EndedBadge } from './space-columns.tsx';

const PrivilegeDialog = lazy(() => import('../../features/groups/PrivilegeDialog.tsx'));
const address = '/departmentFile';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The departments whose files the reader may see. With only one, it opens directly. The address names the open one. */
export default function DepartmentFilePage() {
  const user = useCurrentUser();
  const spaces = useQuery(departmentSpaces);
  const chosen = useParams()['*'] ?? '';
  const phone = usePhone();
  const navigate = useNavigate();
  if (!user || (!spaces.data && !spaces.isError))
    return (
      <Sheet aria-busy>
        <TableSkeleton rows={12} phone={phone} label={t('common.loading')} />
      </Sheet>
    );
  if (!spaces.data)
    return (
      <Sheet>
        <ErrorState error={spaces.error} onRetry={() => void spaces.refetch()} />
      </Sheet>
    );
  const [only, ...others] = spaces.data;
  const alone = only !== undefined && others.length === 0;
  const rootId = uuid.test(chosen) ? chosen : alone ? only.rootId : null;
  if (rootId === null) return <SpaceList onOpen={(space) => void navigate(`${address}/${space.rootId}`)} />;
  const space = spaces.data.find((one) => one.rootId === rootId);
  const home = { name: t('departments.spaces'), onOpen: () => void navigate(address) };
  return <Space key={rootId} userId={user.userId} rootId={rootId} space={space} home={alone && space ? undefined : home} />;
}

interface SpaceProps {
  userId: string;
  rootId: string;
  /** Undefined for a folder that was granted to the reader in a space they cannot see. */
  space: DepartmentSpace | undefined;
  home: { name: string; onOpen(): void } | undefined;
}

function Space({ userId, rootId, space, home }: SpaceProps) {
  const phone = usePhone();
  const folder = useQuery({ ...fileDetail(rootId, {}), enabled: space === undefined }).data;
  const name = space?.name ?? (folder?.instanceName || t('departments.elsewhere'));
  const [restricted, setRestricted] = useState<PrivilegesOf | null>(null);
  const manages = space?.fileAuth.includes('personnelManagement');
  const tools = (
    <>
      {space?.ended && <EndedBadge ended={space.ended} />}
      {manages && (
        <Button
          variant="default"
          size={phone ? 'lg' : 'xs'}
          leftSection={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setRestricted({ instanceId: rootId, instanceName: name, space: 'department', whole: true })}
        >
          {t('groups.permissions')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <FileBrowser
        userId={userId}
        rootId={rootId}
        rootName={name}
        {...(home && { home })}
        spaceTools={tools}
        onPermissions={({ instanceId, instanceName }) => setRestricted({ instanceId, instanceName, space: 'department' })}
      />
      {restricted && (
        <Suspense>
          <PrivilegeDialog item={restricted} onClose={() => setRestricted(null)} />
        </Suspense>
      )}
    </>
  );
}
