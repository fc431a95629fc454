import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Group, GroupLevel } from '@alcove/contract';
import { formatWho, subjectsIn, t } from '../../i18n/index.ts';
import type { Chosen } from '../people/chosen.ts';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { addMembers } from './group-actions.ts';
import { levelRoles, levels } from './levels.ts';
import styles from './dialogs.module.css';

const isLevel = (role: string | undefined): role is GroupLevel => levels.some((level) => level === role);

/** Adds people and departments, each with a level. */
export function InviteDialog({ group, onClose }: { group: Group | null; onClose(): void }) {
  const user = useCurrentUser();
  return (
    <Dialog
      opened={group !== null}
      onClose={onClose}
      size={860}
      padding={0}
      title={group && t('groups.inviteTitle', { name: group.groupName })}
    >
      {group && user && <Form groupId={group.groupId} userId={user.userId} onClose={onClose} />}
    </Dialog>
  );
}

/** Invited people get edit rights, unless the inviter chose another level last time. */
const inviteLevels = ['edit', 'viewOnly', 'download', 'externalSharing', 'manager'] as const satisfies readonly GroupLevel[];

function Form({ groupId, userId, onClose }: { groupId: string; userId: string; onClose(): void }) {
  const [defaultLevel, setDefaultLevel] = useRemembered<GroupLevel>('invite-level', userId, inviteLevels);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const members = chosen.flatMap(({ kind, id, role }) => (isLevel(role) ? [{ kind, id, level: role }] : []));
    if (!(await addMembers(groupId, members))) return setBusy(false);
    const given = new Set(members.map(({ level }) => level));
    if (given.size === 1) setDefaultLevel([...given][0]!);
    onClose();
  };
  return (
    <>
      <PeoplePicker value={chosen} onChange={setChosen} roles={levelRoles()} defaultRole={defaultLevel} />
      <footer className={styles.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} loading={busy} onClick={() => void submit()}>
          {chosen.length === 0 ? t('groups.invite') : t('groups.inviteDone', { who: formatWho(subjectsIn(chosen)) })}
        </Button>
      </footer>
    </>
  );
}
