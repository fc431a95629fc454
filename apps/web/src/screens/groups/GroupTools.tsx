import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Group } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { MenuEntries } from '../../ui/data-table/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { cancelDissolution, dissolveGroup, leaveGroup } from '../../features/groups/group-actions.ts';
import { groupEntries, type GroupActions } from './group-menu.tsx';
import { GroupDialog } from '../../features/groups/GroupDialog.tsx';
import { HandoverDialog } from '../../features/groups/HandoverDialog.tsx';

/** The actions on a group, and their dialogs. */
export function useGroupActions(): { actions: GroupActions; dialogs: ReactNode } {
  const [edited, setEdited] = useState<Group | null>(null);
  const [handed, setHanded] = useState<Group | null>(null);
  const actions: GroupActions = {
    edit: setEdited,
    handOver: setHanded,
    leave: (group) => void leaveGroup(group),
    dissolve: (group) => void dissolveGroup(group),
    cancelDissolution: (group) => void cancelDissolution(group),
  };
  const dialogs = (
    <>
      <GroupDialog opened={edited !== null} group={edited ?? undefined} onClose={() => setEdited(null)} />
      <HandoverDialog group={handed} onClose={() => setHanded(null)} />
    </>
  );
  return { actions, dialogs };
}

/** The same actions as a menu in the toolbar of an open group. */
export function GroupMenu({ group }: { group: Group }) {
  const { actions, dialogs } = useGroupActions();
  const offline = !useOnline();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={usePhone() ? 'xl' : 'md'} aria-label={t('groups.more')} title={t('groups.more')}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntries entries={groupEntries(group, offline, actions)} />
        </Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}
