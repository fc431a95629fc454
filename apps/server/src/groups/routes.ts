import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { addMembers, leaveGroup, removeMembers, updateMemberRole } from './change-members.ts';
import { createGroup } from './create-group.ts';
import { dissolveGroup } from './dissolve-group.ts';
import { editGroup } from './edit-group.ts';
import { answerHandover, handOver, queryHandover } from './hand-over.ts';
import { pageOfGroups, showGroup } from './list-groups.ts';
import { listMembers } from './list-members.ts';
import { listPrivileges, removePrivilege, updateUserRole } from './privileges.ts';

const { group, privilege } = calls;

export function routes(deps: { database: Kysely<Tables> }): Binding[] {
  const { database } = deps;
  return [
    answer(group.page, (input, context) => pageOfGroups(database, input, context)),
    answer(group.queryGroup, ({ groupId }, { caller }) => showGroup(database, groupId, caller.userId)),
    answer(group.createGroup, (input, { caller }) => createGroup(deps, input, caller)),
    answer(group.editGroup, (input, context) => editGroup(deps, input, context)),
    answer(group.leave, ({ groupId }, context) => leaveGroup(deps, groupId, context)),
    answer(group.handover, (input, context) => handOver(deps, input, context)),
    answer(group.queryHandover, ({ groupId }, context) => queryHandover(deps, groupId, context)),
    answer(group.accept, (input, context) => answerHandover(deps, input, context)),
    answer(group.dissolveGroup, (input, context) => dissolveGroup(deps, input, context)),
    answer(group.queryMembers, (input, context) => listMembers(database, input, context)),
    answer(group.addMembers, (input, context) => addMembers(deps, input, context)),
    answer(group.removeMembers, (input, context) => removeMembers(deps, input, context)),
    answerAuthorised(database, privilege.queryPrivilegeList, (input, context) => listPrivileges(database, input, context)),
    answer(privilege.updateMemberRole, (input, context) => updateMemberRole(deps, input, context)),
    answerAuthorised(database, privilege.updateUserRole, (input, context) => updateUserRole(deps, input, context)),
    answerAuthorised(database, privilege.remove, (input, context) => removePrivilege(deps, input, context)),
  ];
}
