import { queryOptions } from '@tanstack/react-query';
import { calls, groupLevels, type Instance, type PermissionItem } from '@alcove/contract';
import { fileRoles } from '../../api/current-user.ts';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { groupsKey } from '../groups/group-queries.ts';

/** A folder as a target. */
export interface PickedFolder {
  instanceId: string;
  name: string;
  fileAuth: readonly PermissionItem[];
  fileSharingId?: string | undefined;
}
export interface RootGroup {
  label: string;
  roots: readonly PickedFolder[];
}

/** The rules for valid targets. */
export interface TargetRules {
  /** Folders that, with everything below them, cannot be targets. */
  excluded: ReadonlySet<string>;
  /** Why a writable folder is still not a valid target; undefined when it is valid. */
  refused?(folder: PickedFolder): string | undefined;
  /** Restricts the picker to this space. */
  only?: PickedFolder & Pick<Instance, 'instanceType'>;
}

export const reasonAgainst = (folder: PickedFolder, refused: TargetRules['refused']): string | undefined =>
  folder.fileAuth.includes('upload') ? refused?.(folder) : t('moveCopy.notAllowed');

const most = 100;

/** The groups and departments of the reader, and folders shared with them; of groups and shares the first hundred. */
export const otherRoots = queryOptions({
  queryKey: [...groupsKey, 'roots'],
  queryFn: async ({ signal }): Promise<RootGroup[]> => {
    const [led, joined, departments, shared] = await Promise.all([
      call(calls.group.page, { tab: 'personal', pageSize: most }, { signal }),
      call(calls.group.page, { tab: 'group', pageSize: most }, { signal }),
      call(calls.department.querySpaces, {}, { signal }),
      call(calls.innerSharing.page, { side: 'received', pageSize: most }, { signal }),
    ]);
    const groups = [...led.items, ...joined.items].map((group) => ({
      instanceId: group.groupId,
      name: group.groupName,
      fileAuth: fileRoles()[groupLevels[group.level]],
    }));
    const spaces = departments.map((space) => ({ instanceId: space.rootId, name: space.name, fileAuth: space.fileAuth }));
    const shares = shared.items
      .filter(({ instance }) => instance.classifierId === 'Folder')
      .map(({ instance, fileSharingId }) => ({
        instanceId: instance.instanceId,
        name: instance.instanceName,
        fileAuth: instance.fileAuth,
        fileSharingId,
      }));
    return [
      { label: t('shell.groupFile'), roots: groups },
      { label: t('shell.departmentFiles'), roots: spaces },
      { label: t('shell.fileShare'), roots: shares },
    ].filter(({ roots }) => roots.length > 0);
  },
});
