/** File management: administrators find files in all spaces. Names are free to them, contents only for a reason. */
import { z } from 'zod';
import type { AccessEntry } from './access-report.ts';
import { call } from './call.ts';
import type { Category } from './categories.ts';
import type { Preview } from './download.ts';
import type { Refusal } from './failures.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { instanceSortFields } from './files.ts';
import type { Instance, ItemOutcome } from './files.ts';
import type { InstanceId } from './ids.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';
import { sensitivities } from './sensitivity.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { InstanceType } from './space-kinds.ts';

export interface ManagedFile {
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  category: Category;
  /** Bytes; 0 for a folder. */
  fileSize: number;
  /** '1' personal, '2' group, '3' department. */
  instanceType: InstanceType;
  spaceName: string;
  /** The folders that it is in, from the top of the space down. */
  folders: string[];
  /** Of a personal space its owner, elsewhere whoever made it. */
  owner: { userId: string; name: string };
  updateTime: string;
  /** The highest sensitivity among its own and those of the folders above. */
  sensitivity: Sensitivity;
  /** People and departments that it is shared with. */
  sharedWith: number;
  /** External links that are open or being verified. */
  links: number;
}

export interface ManagedFiles {
  items: ManagedFile[];
  /** There are more than are shown. */
  more: boolean;
  /** So much has changed that only what changed since then was looked at; null: everything was. */
  since: string | null;
  /** How long a look lasts, and the least characters of the reason for it. */
  looks: { minutes: number; least: number };
}

/** Specification 2 section 5: the end is not before the start. */
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

const fileFilter = z
  .strictObject({
    /** A part of the name, in upper or lower case. */
    keyword: z
      .string()
      .max(limits.nameLength)
      .transform((text) => normalised(text).trim())
      .optional(),
    instanceType: z.enum(['1', '2', '3']).optional(),
    ownerId: fields.id.optional(),
    classifierId: z.enum(['File', 'Folder']).optional(),
    category: z.number().int().min(1).max(7).optional(),
    sensitivity: z.enum(sensitivities).optional(),
    shared: z.boolean().optional(),
    linked: z.boolean().optional(),
    sizeMin: z.number().int().min(0).optional(),
    sizeMax: z.number().int().min(0).optional(),
    /** Changed since, and until. */
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(inOrder, { path: ['to'] })
  .refine(({ sizeMin, sizeMax }) => sizeMin === undefined || sizeMax === undefined || sizeMin <= sizeMax, { path: ['sizeMax'] });

const searches = {
  method: 'POST',
  changes: 'nothing',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'files.view',
  limit: limits.lookups,
  request: fileFilter,
  log: { deed: 'read', details: ['keyword', 'ownerId'] },
} as const;

export const page = call<ManagedFiles>()({
  name: 'adminFile.page',
  path: '/disk/api/admin/file/page',
  ...searches,
  summary: 'Files and folders in all spaces whose name contains a keyword: the 200 that changed last.',
});

/** `n`: at most as many as one act may concern; `more`: there may be more. */
export const count = call<{ n: number; more: boolean }>()({
  name: 'adminFile.count',
  path: '/disk/api/admin/file/count',
  ...searches,
  summary: 'How many items a search over all spaces finds, up to 5,000.',
});

/** Why an administrator looks into a file. Of the law, an advanced administrator may ask without the owner being told. */
export const lookReasons = ['incident', 'law', 'help', 'other'] as const;
export type LookReason = (typeof lookReasons)[number];

export interface FileLook {
  lookId: string;
  expireTime: string;
  /** The owner was told. */
  told: boolean;
}

const looks = { caller: 'administrator', adminItem: 'files.look' } as const;
const looked = z.strictObject({ instanceId: fields.instanceId, lookId: fields.id });

/** What is one's own needs no reason. */
export const look = call<FileLook>()({
  name: 'adminFile.look',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/file/look',
  fieldsIn: 'json',
  ...looks,
  freshProof: true,
  limit: limits.fileLooks,
  request: z.strictObject({
    instanceId: fields.instanceId,
    reason: z.enum(lookReasons).optional(),
    /** In words. The owner reads it if they are told. */
    grounds: z
      .string()
      .transform((text) => normalised(text).trim())
      .pipe(z.string().max(limits.lookGroundsLength))
      .optional(),
    /** To download it, too. */
    downloads: z.boolean().default(false),
  }),
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['reason', 'grounds', 'downloads'] },
  summary:
    'Lets the administrator look into one file, or into a folder and what is below it, for a while and for a reason that its owner is told.',
});

export const list = call<Page<Instance>>()({
  name: 'adminFile.list',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/file/list',
  fieldsIn: 'json',
  ...looks,
  request: looked.extend({
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
    sortField: z.enum(instanceSortFields).default('instanceName'),
    sortOrder: fields.pageFields.sortOrder,
  }),
  log: { deed: 'read', of: { item: 'instanceId' } },
  summary: 'A page of a folder that the administrator gave a reason for, or of a folder below it.',
});

export const preview = call<Preview>()({
  name: 'adminFile.preview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/file/preview',
  fieldsIn: 'json',
  ...looks,
  request: looked.extend({ transcode: z.literal('true').optional() }),
  log: { deed: 'preview', of: { item: 'instanceId' } },
  summary: 'A short-lived signed link for previewing a file that the administrator gave a reason for, or whose folder.',
});

export const download = call<{ url: string; fileName: string; fileSize: number }>()({
  name: 'adminFile.download',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/file/download',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'files.download',
  request: looked,
  log: { deed: 'download', of: { item: 'instanceId' } },
  summary: 'A short-lived signed link to the bytes of a file that the administrator gave a reason for.',
});

export const access = call<Page<AccessEntry>>()({
  name: 'adminFile.access',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/file/access',
  fieldsIn: 'json',
  ...looks,
  request: looked.extend({ page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  log: { deed: 'read', of: { item: 'instanceId' } },
  summary: 'Everyone with access to an item that the administrator gave a reason for, and where it comes from.',
});

const instanceIds = z.array(fields.instanceId).min(1).max(limits.filesManaged);

export const remove = call<ItemOutcome[]>()({
  name: 'adminFile.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/file/remove',
  fieldsIn: 'json',
  mostBytes: limits.callBytes.manyIds,
  caller: 'administrator',
  adminItem: 'files.remove',
  request: z.strictObject({ instanceIds }),
  log: { deed: 'change', of: { item: 'instanceIds' }, before: true },
  summary: 'Moves items to the recycle bin of their space. Their owners are told, and can restore them.',
});

export const setSensitivity = call<ItemOutcome[]>()({
  name: 'adminFile.setSensitivity',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/file/setSensitivity',
  fieldsIn: 'json',
  mostBytes: limits.callBytes.manyIds,
  caller: 'administrator',
  adminItem: 'files.sensitivity',
  request: z.strictObject({ instanceIds, sensitivity: z.enum(sensitivities) }),
  log: { deed: 'change', of: { item: 'instanceIds' }, details: ['sensitivity'] },
  summary: 'Sets the level of items, up or down. What becomes highly sensitive ends the links that share it outside.',
});

/** What can be ended on an item. What is given on a folder above it stays. */
export const sharingKinds = ['shares', 'links'] as const;
export type SharingKind = (typeof sharingKinds)[number];

export const endSharing = call<ItemOutcome[]>()({
  name: 'adminFile.endSharing',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/file/endSharing',
  fieldsIn: 'json',
  mostBytes: limits.callBytes.manyIds,
  caller: 'administrator',
  adminItem: 'files.endSharing',
  request: z.strictObject({ instanceIds, what: z.enum(sharingKinds) }),
  log: { deed: 'change', of: { item: 'instanceIds' }, details: ['what'] },
  summary: 'Ends every internal share of items, or every external link to them. Who gave and who received them are told.',
});

/** What an administrator does with everything that a filter finds. */
export const managedDeeds = ['remove', 'setSensitivity', 'endShares', 'endLinks'] as const;
export type ManagedDeed = (typeof managedDeeds)[number];

/** A task that does it item by item. Its progress counts items. */
export interface ManagedFilesTask {
  kind: 'managedFiles';
  deed: ManagedDeed;
  /** Items with which it is done. */
  changed: number;
  /** Items with which it could not be done, and the first of them. */
  refused: number;
  refusals: ({ instanceName: string } & Refusal)[];
}

/** Also needs the administration item of the deed. */
export const changeFound = call<{ taskId: string }>()({
  name: 'adminFile.changeFound',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/file/changeFound',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'files.view',
  request: z
    .strictObject({ deed: z.enum(managedDeeds), sensitivity: z.enum(sensitivities).optional(), filter: fileFilter })
    .refine(({ deed, sensitivity }) => (deed === 'setSensitivity') === (sensitivity !== undefined), { path: ['sensitivity'] })
    .refine(({ filter }) => Object.values(filter).some((value) => value !== undefined && value !== ''), { path: ['filter'] }),
  log: { deed: 'change', made: { task: 'taskId' }, details: ['deed', 'sensitivity'] },
  summary: 'Deletes everything that a filter finds, sets its level, or ends its shares or links. It is a task, which can be canceled.',
});
