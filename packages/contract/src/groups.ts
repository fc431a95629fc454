import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import type { NoticePerson } from './notices.ts';
import type { GrantSubject, GroupLevel } from './permission.ts';
import type { GroupId } from './ids.ts';

/** Identities in a group (specification 2 section 6): the owner, administrators, and everyone else. */
export type GroupIdentity = 'owner' | 'administrator' | 'member';

export interface Group {
  /** Also the id of the group's top folder. */
  groupId: GroupId;
  groupName: string;
  description: string;
  leader: NoticePerson;
  /** Active people, each counted once: the owner, direct members and members of its departments. */
  memberCount: number;
  usedSize: number;
  /** Bytes that the owner allotted to it from their own storage. */
  preallocatedSize: number;
  /** The caller's identity in the group. */
  identity: GroupIdentity;
  level: GroupLevel;
  /** The caller is a member only through a department and so cannot leave. */
  byDepartment: boolean;
  createTime: string;
  /** When the group will be removed forever; null unless it was dissolved. */
  dissolveTime: string | null;
}

export interface GroupMember extends GrantSubject {
  name: string;
  /** For a person the full path of their department; for a department its parents. */
  departmentPath: string[];
  joinTime: string;
  identity: GroupIdentity;
  level: GroupLevel;
  /** For a department: the number of active people in it. */
  people?: number;
}

/** The two tabs of group files: groups the caller owns, and other groups they are in. */
export const groupTabs = ['personal', 'group'] as const;
export type GroupTab = (typeof groupTabs)[number];
export const groupSortFields = ['groupName', 'createTime', 'usedSize'] as const;
export type GroupSortField = (typeof groupSortFields)[number];

/** `keyword` is compared by the rule for names. */
export const page = call<Page<Group>>()({
  name: 'group.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/group/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...fields.pageFields,
    tab: z.enum(groupTabs).default('personal'),
    keyword: z.string().max(limits.nameLength).optional(),
    sortField: z.enum(groupSortFields).default('groupName'),
  }),
  log: 'none',
  summary: 'Lists the groups that the caller owns, or other groups that they are a member of.',
});

const ofGroup = { groupId: fields.groupId };

export const queryGroup = call<Group>()({
  name: 'group.queryGroup',
  method: 'GET',
  path: '/disk/api/group/queryGroup',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ ...ofGroup, t: fields.timestamp }),
  log: 'none',
  summary: 'Returns one group that the caller is in.',
});

/** The name rules and the size rule check these, so that the caller gets their failure. */
const described = { description: z.string().max(limits.groupDescriptionLength) };

export const createGroup = call<Group>()({
  name: 'group.createGroup',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/createGroup',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ groupName: fields.plainName, description: described.description.default(''), preallocatedSize: z.number() }),
  log: { deed: 'change', made: { group: 'groupId' }, details: ['preallocatedSize'] },
  summary: 'Creates a group that the caller owns. Its storage comes out of their own.',
});

export const editGroup = call<Group>()({
  name: 'group.editGroup',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/editGroup',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...ofGroup,
    groupName: fields.plainName.optional(),
    description: described.description.optional(),
    preallocatedSize: z.number().optional(),
  }),
  log: { deed: 'change', of: { group: 'groupId' }, before: true, details: ['groupName', 'preallocatedSize'] },
  summary: 'Changes name, description and storage of a group. Only its owner may change the storage. Omitted fields stay as they are.',
});

export const leave = call<null>()({
  name: 'group.leave',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/leave',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject(ofGroup),
  log: { deed: 'change', of: { group: 'groupId' } },
  summary: 'Leaves a group. The owner cannot leave, nor can someone who is a member only through a department.',
});

/** Handover (specification 2 section 4): waiting, then handed over or rejected; the sender may withdraw it while it waits. */
export const handoverStates = ['waiting', 'handedOver', 'rejected', 'withdrawn'] as const;
export type HandoverState = (typeof handoverStates)[number];

export interface Handover {
  handoverId: string;
  groupId: GroupId;
  groupName: string;
  sender: NoticePerson;
  receiver: NoticePerson;
  state: HandoverState;
  createTime: string;
}

export const handover = call<Handover | null>()({
  name: 'group.handover',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/handover',
  fieldsIn: 'json',
  caller: 'user',
  request: z
    .strictObject({ ...ofGroup, userId: fields.id.optional(), withdraw: z.literal(true).optional() })
    .refine(({ userId, withdraw }) => (userId === undefined) !== (withdraw === undefined)),
  log: { deed: 'change', of: { group: 'groupId' }, details: ['userId', 'withdraw'] },
  summary: 'The owner asks a member to take over the group, or withdraws the request.',
});

export const queryHandover = call<Handover | null>()({
  name: 'group.queryHandover',
  method: 'GET',
  path: '/disk/api/group/handover',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ ...ofGroup, t: fields.timestamp }),
  log: 'none',
  summary: 'Returns the handover that waits for an answer, to its sender and its receiver only.',
});

export const accept = call<Handover>()({
  name: 'group.accept',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/accept',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ ...ofGroup, accept: z.boolean().default(true) }),
  log: { deed: 'change', of: { group: 'groupId' }, details: ['accept'] },
  summary: 'The receiver accepts or declines a handover.',
});

export const dissolveGroup = call<Group>()({
  name: 'group.dissolveGroup',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/dissolveGroup',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ ...ofGroup, cancel: z.boolean().default(false) }),
  log: { deed: 'change', of: { group: 'groupId' }, details: ['cancel'] },
  summary: 'Dissolves a group after a grace period, or cancels that.',
});

/** Rows are people and departments; the total counts rows, not the people in departments. */
export const queryMembers = call<Page<GroupMember>>()({
  name: 'group.queryMembers',
  method: 'GET',
  path: '/disk/api/group/queryMembers',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({
    ...ofGroup,
    keyword: z.string().max(limits.nameLength).optional(),
    page: z.coerce.number().pipe(fields.pageFields.page.unwrap()).default(1),
    pageSize: z.coerce.number().pipe(fields.pageFields.pageSize.unwrap()).default(limits.defaultPageSize),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'Lists the members of a group: the owner, administrators, then the others, each by join date.',
});

export const addMembers = call<{ added: number }>()({
  name: 'group.addMembers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/addMembers',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({
    ...ofGroup,
    members: z
      .array(z.strictObject({ ...fields.grantSubject, level: fields.groupLevel }))
      .min(1)
      .max(limits.itemsPerCall),
  }),
  log: { deed: 'change', of: { member: 'members' }, within: 'groupId' },
  summary: 'Adds people and departments, each with a level. Existing members get the new level.',
});

export const removeMembers = call<{ removed: number }>()({
  name: 'group.removeMembers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/group/removeMembers',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({ ...ofGroup, members: z.array(z.strictObject(fields.grantSubject)).min(1).max(limits.itemsPerCall) }),
  log: { deed: 'change', of: { member: 'members' }, within: 'groupId' },
  summary:
    'Removes people and departments, with all their permissions in the group. Those who are not members are skipped. Fails if none is a member.',
});
