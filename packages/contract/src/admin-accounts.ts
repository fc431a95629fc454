/** Calls for administrators to manage people's accounts (specification 2 section 5). */
import { z } from 'zod';
import { call } from './call.ts';
import type { EachAnswer } from './call.ts';
import type { BuiltInRole } from './company-rights.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { OpenSession } from './identity.ts';
import { limits } from './limits.ts';

export const accountStatuses = ['active', 'frozen', 'expired', 'left'] as const;
/** A frozen account whose validity has ended counts as frozen. Lists contain people who left only if they ask for them. */
export type AccountStatus = (typeof accountStatuses)[number];

export interface Account {
  userId: string;
  accountName: string;
  /** The display name; empty: the account name is shown. */
  userName: string;
  realName: string;
  departmentId: string | null;
  departmentName: string;
  roles: { roleId: string; name: string; builtIn: BuiltInRole | null }[];
  phone: string;
  email: string;
  status: AccountStatus;
  /** When the account expires by itself; null: never. */
  expiresAt: string | null;
  /** Bytes of their personal space; null: unlimited. */
  quotaBytes: number | null;
  usedBytes: number;
  /** Bytes per second; null: no limit. */
  speedLimit: number | null;
  mustChangePassword: boolean;
  /** The directory that name, email and department come from, where they are changed; null: they are changed here. */
  directoryName: string | null;
  createTime: string;
  /** When they last used Alcove, to the minute; null: they have never signed in. */
  lastSeen: string | null;
}

/** Validated by the rules of `person-names.ts`, so that each wrong field has its own failure. */
const content = {
  userName: fields.plainName,
  realName: fields.plainName,
  departmentId: fields.id.nullable(),
  phone: z.string().trim().max(256),
  email: z.string().trim().max(512),
  expiresAt: z.iso.datetime().nullable(),
  quotaBytes: z.number().nullable(),
  speedLimit: z.number().int().min(1).nullable(),
};
const named = z.strictObject({ userIds: z.array(fields.id).min(1).max(limits.itemsPerCall) });

export const page = call<Page<Account>>()({
  name: 'adminUser.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/user/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.view',
  request: z.strictObject({
    ...fields.pageFields,
    /** Accounts without an expiry come last, and those never signed in with come first; the other way round when descending. */
    sortField: z.enum(['realName', 'accountName', 'createTime', 'expiresAt', 'lastSeen']).default('realName'),
    /** Part of a name, its pinyin, an account name or a phone number. */
    keyword: z.string().max(limits.nameLength).optional(),
    /** Null: people without a department. */
    departmentId: fields.id.nullable().optional(),
    /** The people of its sub-departments too. */
    withBelow: z.boolean().default(false),
    status: z.enum(accountStatuses).optional(),
    roleId: fields.id.optional(),
    /** Accounts that expire before then. With the status `active`, those that have expired already are left out. */
    expiresBefore: z.iso.datetime().optional(),
    /** False: they have signed in at least once. */
    neverSignedIn: z.boolean().optional(),
    /** People who have signed in, but have not used Alcove since then. */
    lastSeenBefore: z.iso.datetime().optional(),
  }),
  log: 'none',
  summary: 'Lists accounts, filtered by name, department, status, role, validity and sign-in.',
});

export const create = call<{ userId: string; password: string | null }>()({
  name: 'adminUser.create',
  method: 'POST',
  changes: 'repeatable', // an answer with a password is never kept to be given again
  path: '/disk/api/admin/user/create',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.create',
  request: z.strictObject({
    accountName: z.string().trim().max(1024),
    realName: content.realName,
    userName: content.userName.optional(),
    departmentId: content.departmentId.default(null),
    /** Other roles than Employee need the item to assign roles. */
    roleIds: z.array(fields.id).min(1).max(limits.rolesPerPerson).optional(),
    phone: content.phone.default(''),
    email: content.email.default(''),
    expiresAt: content.expiresAt.default(null),
    /** Missing: as the service configuration says; null: unlimited. */
    quotaBytes: content.quotaBytes.optional(),
    speedLimit: content.speedLimit.default(null),
    /** Without one, a password is generated and returned, once. */
    password: z.string().min(1).max(1024).optional(),
  }),
  log: { deed: 'change', made: { person: 'userId' }, details: ['departmentId', 'roleIds', 'expiresAt', 'quotaBytes', 'speedLimit'] },
  summary: 'Creates an account. Its password must be changed at the first sign-in.',
});

export const update = call<null>()({
  name: 'adminUser.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/update',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.edit',
  request: z.strictObject({
    userId: fields.id,
    ...z.object(content).partial().shape,
    /** Needs the item to assign roles. */
    roleIds: z.array(fields.id).min(1).max(limits.rolesPerPerson).optional(),
  }),
  log: {
    deed: 'change',
    of: { person: 'userId' },
    before: true,
    details: ['realName', 'userName', 'departmentId', 'expiresAt', 'quotaBytes', 'speedLimit', 'roleIds'],
  },
  summary: 'Changes the given fields of an account. Nobody changes the account of someone with more administration items.',
});

export const batch = call<EachAnswer<null>[]>()({
  name: 'adminUser.batch',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/batch',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.edit',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({
    ...named.shape,
    /** At least one of the fields. */
    change: z
      .strictObject({
        departmentId: content.departmentId,
        /** Their only roles from now on. Needs the item to assign roles, too. */
        roleIds: z.array(fields.id).min(1).max(limits.rolesPerPerson),
        quotaBytes: content.quotaBytes,
        speedLimit: content.speedLimit,
        expiresAt: content.expiresAt,
      })
      .partial(),
  }),
  log: { deed: 'change', of: { person: 'userIds' }, details: ['change'] },
  summary:
    'Makes the same change to several accounts, and answers for each. Accounts of people with more administration items stay as they are.',
});

export const freeze = call<EachAnswer<null>[]>()({
  name: 'adminUser.freeze',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/freeze',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.freeze',
  mostBytes: limits.callBytes.manyIds,
  request: named,
  log: { deed: 'change', of: { person: 'userIds' } },
  summary: 'Suspends accounts: their sessions end at once, and nobody can sign in with them.',
});

export const thaw = call<EachAnswer<null>[]>()({
  name: 'adminUser.thaw',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/thaw',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.freeze',
  mostBytes: limits.callBytes.manyIds,
  request: named,
  log: { deed: 'change', of: { person: 'userIds' } },
  summary: 'Reactivates suspended accounts.',
});

export const sessions = call<OpenSession[]>()({
  name: 'adminUser.sessions',
  method: 'GET',
  path: '/disk/api/admin/user/sessions',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.sessions',
  request: z.strictObject({ userId: fields.id, t: fields.timestamp }),
  log: { deed: 'read', of: { person: 'userId' } },
  summary: "Lists a person's open sessions, most recently used first. Not those of someone with more administration items.",
});

export const endSessions = call<{ ended: number }>()({
  name: 'adminUser.endSessions',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/endSessions',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.sessions',
  /** When omitted: all of them. */
  request: z.strictObject({ userId: fields.id, sessionIds: z.array(fields.id).min(1).max(100).optional() }),
  log: { deed: 'change', of: { person: 'userId' } },
  summary:
    "Ends a person's sessions, with their links and streams, and returns the number of ended sessions. The caller's own session stays.",
});

export const resetPassword = call<{ password: string }>()({
  name: 'adminUser.resetPassword',
  method: 'POST',
  changes: 'repeatable', // an answer with a password is never kept to be given again
  path: '/disk/api/admin/user/resetPassword',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.resetPassword',
  request: z.strictObject({ userId: fields.id }),
  log: { deed: 'change', of: { person: 'userId' } },
  summary: 'Generates a password, returned once. It ends all sessions of the account and must be changed at the next sign-in.',
});

export const removeFactors = call<null>()({
  name: 'adminUser.removeFactors',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/user/removeFactors',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'people.resetPassword',
  request: z.strictObject({ userId: fields.id }),
  log: { deed: 'change', of: { person: 'userId' } },
  summary: 'Removes all second factors of an account, whose person has lost them. It ends all sessions of the account.',
});
