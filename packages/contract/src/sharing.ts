import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { FailureCode, Refusal } from './failures.ts';
import type { Instance } from './files.ts';
import { limits } from './limits.ts';
import { shareLevels } from './permission.ts';
import type { GrantSubject, ShareLevel } from './permission.ts';
import type { InstanceId } from './ids.ts';

const levels = Object.keys(shareLevels) as [ShareLevel, ...ShareLevel[]];
export const shareSides = ['initiated', 'received'] as const;
export type ShareSide = (typeof shareSides)[number];
export const shareSortFields = ['createTime', 'instanceName'] as const;
export type ShareSortField = (typeof shareSortFields)[number];

/** Specification 2 section 6: the initiator is the owner; everyone else has one of the levels. */
export type ShareRole = 'owner' | ShareLevel;

/** A person with access through a share, or a department whose members all have it. */
export interface Collaborator extends GrantSubject {
  name: string;
  /** For a person; empty for a department. */
  accountName: string;
  /** A person's departments, or a department's parents, from the top. */
  path: string[];
  role: ShareRole;
  /** When their access ends; null: never. */
  expireTime: string | null;
}

/** The reach of a share. */
export interface ShareScope {
  people: number;
  departments: number;
  /** Active people in total, each counted once. */
  reached: number;
}

/** A share with everything its dialog shows. */
export interface ShareDetail {
  /** Null when the item is not shared yet. */
  fileSharingId: string | null;
  instanceId: InstanceId;
  instanceName: string;
  initiator: { userId: string; name: string };
  createTime: string | null;
  expireTime: string | null;
  scope: ShareScope;
  /** The owner first. */
  users: Collaborator[];
  /** The levels that the initiator holds and so can grant, lowest first. */
  mayGive: ShareLevel[];
  /** The caller's role in the share. */
  role: ShareRole;
}

/** One row of the sharing screen. */
export interface ShareItem {
  fileSharingId: string;
  /** The item with the caller's rights through the share. */
  instance: Instance;
  initiator: { userId: string; name: string };
  role: ShareRole;
  createTime: string;
  /** When the caller's access ends. */
  expireTime: string | null;
  /** The first few; `scope` has the counts. Empty for callers who only received the share. */
  users: Pick<Collaborator, 'kind' | 'id' | 'name' | 'role'>[];
  /** The number of collaborators per level. */
  roles: Partial<Record<ShareLevel, number>>;
  scope: Omit<ShareScope, 'reached'>;
  /** The department through which the caller has access, if not named directly: then they cannot leave. */
  through: string | null;
}

/** The outcome for one of several shares or items, by the id from the request. */
export type ShareOutcome = { id: string; done: true; fileSharingId: string | null } | ({ id: string; done: false } & Refusal);

/** One row of an imported list: the member it identifies, or the problem. */
export interface ImportedRow {
  /** The row in the sheet, from 1. */
  row: number;
  account: string;
  name: string;
  department: string;
  role: string;
  member: { kind: 'person'; id: string; name: string; accountName: string; path: string[]; role: ShareLevel } | null;
  problem: { code: FailureCode; text: string } | null;
}
export interface ImportedList {
  rows: ImportedRow[];
  /** Rows that identify a member. */
  usable: number;
}

const shareId = fields.id.optional();
const subject = { kind: z.enum(['person', 'department']), id: fields.id };
/** ISO 8601; null: no end. */
const end = z.iso.datetime({ offset: true }).nullable();
const mostMembers = limits.itemsPerCall;
const ids = z.array(fields.id).min(1).max(limits.itemsPerCall);
/** Exactly one of the two fields must be given. */
const oneOf =
  (...names: string[]) =>
  (given: Record<string, unknown>): boolean =>
    names.filter((name) => given[name] !== undefined).length === 1;

export const page = call<Page<ShareItem>>()({
  name: 'innerSharing.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/innerSharing/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...fields.pageFields,
    side: z.enum(shareSides).default('received'),
    sortField: z.enum(shareSortFields).default('createTime'),
    sortOrder: fields.sortOrder.default('desc'),
    keyword: z.string().max(limits.nameLength).optional(),
    /** Only this share, for a copied address. */
    only: fields.id.optional(),
  }),
  log: 'none',
  summary: 'Lists what the caller shares, or what is shared with them, without ended shares.',
});

export const create = call<ShareOutcome[]>()({
  name: 'innerSharing.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/innerSharing/create',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z
    .strictObject({
      instanceId: fields.instanceId.optional(),
      instanceIds: z.array(fields.instanceId).min(1).max(limits.itemsPerCall).optional(),
      /** A share of someone else's that the caller manages. */
      fileSharingId: shareId,
      members: z
        .array(
          z.strictObject({
            ...subject,
            role: z.enum(levels),
            /** Defaults to the end of the share. */
            expireTime: end.optional(),
          }),
        )
        .max(mostMembers),
      /** The end of the whole share; unchanged when omitted. */
      expireTime: end.optional(),
      /** Shown to new recipients. */
      message: z.string().max(limits.shareMessageLength).optional(),
    })
    .refine(oneOf('instanceId', 'instanceIds')),
  log: { deed: 'change', of: { item: ['instanceIds', 'instanceId'] }, details: ['members', 'expireTime'] },
  summary: 'Shares with people and departments, or changes their levels. Those not named keep what they have.',
});

export const remove = call<ShareOutcome[]>()({
  name: 'innerSharing.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/innerSharing/remove',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z
    .strictObject({
      instanceId: fields.instanceId.optional(),
      fileSharingIds: ids.optional(),
      fileSharingId: shareId,
      /** When omitted, the whole share is withdrawn. */
      members: z
        .array(z.strictObject({ ...subject, role: z.string().max(32).optional() }))
        .min(1)
        .max(mostMembers)
        .optional(),
    })
    .refine(oneOf('instanceId', 'fileSharingIds')),
  log: { deed: 'change', of: { share: 'fileSharingIds', item: 'instanceId' }, before: true, details: ['members'] },
  summary: 'Removes people or departments from a share, or withdraws whole shares.',
});

export const leaveInnerSharing = call<ShareOutcome[]>()({
  name: 'innerSharing.leaveInnerSharing',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/innerSharing/leaveInnerSharing',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z
    .strictObject({ instanceId: fields.instanceId.optional(), fileSharingIds: ids.optional(), fileSharingId: shareId })
    .refine(oneOf('instanceId', 'fileSharingIds')),
  log: { deed: 'change', of: { share: 'fileSharingIds', item: 'instanceId' }, before: true },
  summary: 'Leaves received shares. Someone who has a share only through a department cannot leave it.',
});

export const checkShared = call<{ shared: boolean; above: boolean; people: number; departments: number; reached: number }>()({
  name: 'innerSharing.checkShared',
  method: 'GET',
  path: '/disk/api/innerSharing/checkShared',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'attribute', of: 'instanceId' },
  request: z.strictObject({ instanceId: fields.instanceId, fileSharingId: shareId, t: fields.timestamp }),
  log: 'none',
  summary: 'Returns whether an item or a parent folder is shared, and with how many people and departments.',
});

export const querySharingUsers = call<ShareDetail>()({
  name: 'innerSharing.querySharingUsers',
  method: 'GET',
  path: '/disk/api/innerSharing/querySharingUsers',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ instanceId: fields.instanceId, fileSharingId: shareId, t: fields.timestamp }),
  log: 'none',
  summary: 'Returns the recipients of a share, their levels and expirations, and the levels that the initiator can grant.',
});

/** Responds with the file itself, not an envelope. */
export const downloadUsers = call<null>()({
  name: 'innerSharing.downloadUsers',
  method: 'GET',
  path: '/disk/api/innerSharing/downloadUsers',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({
    instanceId: fields.instanceId,
    fileSharingId: shareId,
    /** Requests an empty template to fill in and import, instead of the recipients. */
    template: z.literal('1').optional(),
    t: fields.timestamp,
  }),
  log: { deed: 'download', of: { item: 'instanceId' }, details: ['template'] },
  summary: 'Downloads the recipients of a share as an Excel file, or a template for importing them.',
});

const upload = z.strictObject({ instanceId: fields.instanceId, fileSharingId: shareId, file: fields.file });

export const checkUploadUser = call<ImportedList>()({
  name: 'innerSharing.checkUploadUser',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/innerSharing/checkUploadUser',
  fieldsIn: 'multipart',
  caller: 'user',
  limit: limits.lookupsOfLists,
  request: upload,
  log: 'none',
  summary: 'Checks an imported Excel list and returns the meaning of each row. Nothing is shared yet.',
});

export const uploadUsers = call<ImportedList & { given: number }>()({
  name: 'innerSharing.uploadUsers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/innerSharing/uploadUsers',
  fieldsIn: 'multipart',
  caller: 'user',
  limit: limits.lookupsOfLists,
  request: upload,
  log: { deed: 'change', of: { item: 'instanceId' } },
  summary: 'Shares with everyone on an imported Excel list. Rows with a problem are skipped and returned.',
});
