import { calls, type Group, type GrantSubject, type GroupLevel, type Privilege } from '@alcove/contract';
import { refetch, call, failureMessage } from '../../api/index.ts';
import { formatSize, formatWho, subjectsIn, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { allowed, refreshCapacity } from '../../api/current-user.ts';
import { groupsChanged } from './group-queries.ts';

/** Runs `work`, shows its success text or its failure, and refetches. Resolves to false after a failure. */
async function told(work: () => Promise<string>): Promise<boolean> {
  try {
    toast.success(await work());
    return true;
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return false;
  } finally {
    refreshCapacity();
    void groupsChanged();
  }
}

export async function leaveGroup({ groupId, groupName: name }: Group): Promise<boolean> {
  const title = t('groups.leaveTitle', { name });
  if (!(await confirm({ type: 'warning', title, text: t('groups.leaveText'), confirmLabel: t('groups.leave'), danger: true })))
    return false;
  return told(async () => {
    await call(calls.group.leave, { groupId });
    return t('groups.left', { name });
  });
}

export async function dissolveGroup({ groupId, groupName: name }: Group): Promise<boolean> {
  const days = allowed().groupGraceDays;
  const question = {
    title: t('groups.dissolveTitle', { name }),
    text: t('groups.dissolveText', { days }),
    confirmLabel: t('groups.dissolve'),
  };
  if (!(await confirm({ ...question, type: 'error', danger: true }))) return false;
  return told(async () => {
    await call(calls.group.dissolveGroup, { groupId });
    return t('groups.dissolved', { name, days });
  });
}

export const cancelDissolution = ({ groupId, groupName: name }: Group): Promise<boolean> =>
  told(async () => {
    await call(calls.group.dissolveGroup, { groupId, cancel: true });
    return t('groups.dissolutionCancelled', { name });
  });

export async function askHandover(group: Group, receiver: { id: string; name: string }): Promise<boolean> {
  const title = t('groups.handoverToTitle', { group: group.groupName, name: receiver.name });
  const text = t('groups.handoverText', { size: formatSize(group.preallocatedSize) });
  if (!(await confirm({ type: 'info', title, text, confirmLabel: t('groups.handoverConfirm') }))) return false;
  return told(async () => {
    await call(calls.group.handover, { groupId: group.groupId, userId: receiver.id });
    return t('groups.handoverAsked', { name: receiver.name });
  });
}

export const withdrawHandover = (groupId: string): Promise<boolean> =>
  told(async () => {
    await call(calls.group.handover, { groupId, withdraw: true });
    return t('groups.withdrawn');
  });

export const answerHandover = (groupId: string, accept: boolean): Promise<boolean> =>
  told(async () => {
    try {
      const { groupName: name } = await call(calls.group.accept, { groupId, accept });
      return accept ? t('groups.accepted', { name }) : t('groups.declined');
    } finally {
      void refetch(['notices']);
    }
  });

export const addMembers = (groupId: string, members: (GrantSubject & { level: GroupLevel })[]): Promise<boolean> =>
  told(async () => {
    await call(calls.group.addMembers, { groupId, members });
    return t('groups.invited', { who: formatWho(subjectsIn(members)) });
  });

export const setLevel = (groupId: string, { kind, id }: GrantSubject, role: GroupLevel): Promise<boolean> =>
  told(async () => {
    await call(calls.privilege.updateMemberRole, { groupId, subject: { kind, id }, role });
    return t('groups.setDone');
  });

export async function removeMembers(groupId: string, members: readonly (GrantSubject & { name: string })[]): Promise<boolean> {
  const [one] = members;
  if (!one) return false;
  const n = members.length;
  const who = formatWho(subjectsIn(members));
  const title = n === 1 ? t('groups.removeOneTitle', { name: one.name }) : t('groups.removeTitle', { n });
  const confirmLabel = n === 1 ? t('groups.remove') : t('groups.removePicked', { who });
  const list = n === 1 ? [] : members.map(({ name }) => name);
  if (!(await confirm({ type: 'warning', title, text: t('groups.removeText'), list, confirmLabel, danger: true }))) return false;
  return told(async () => {
    await call(calls.group.removeMembers, { groupId, members: members.map(({ kind, id }) => ({ kind, id })) });
    return t('groups.removed', { who });
  });
}

/** Sets permissions one after the other and stops at the first refusal. */
export const setPrivileges = (
  { instanceId }: { instanceId: string },
  chosen: readonly (GrantSubject & { role: Privilege })[],
): Promise<boolean> =>
  told(async () => {
    for (const { kind, id, role } of chosen) await call(calls.privilege.updateUserRole, { instanceId, subject: { kind, id }, role });
    return t('groups.setDone');
  });

export const removePrivilege = ({ instanceId }: { instanceId: string }, { kind, id }: GrantSubject): Promise<boolean> =>
  told(async () => {
    await call(calls.privilege.remove, { instanceId, subject: { kind, id } });
    return t('groups.setDone');
  });
