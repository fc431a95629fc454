import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { Refusal } from './failures.ts';
import type { Instance } from './files.ts';
import { limits } from './limits.ts';
import { instanceTypes } from './space-kinds.ts';
import type { InstanceId } from './ids.ts';

/** A deleted file or folder in the recycle bin. */
export interface RecycledItem {
  recycleId: string;
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  /** Bytes; for a folder the sum of all files deleted with it, null until counted. */
  fileSize: number | null;
  /** The number of files deleted with a folder, null until counted; 1 for a file. */
  files: number | null;
  updateTime: string;
  category: number;
  /** The original location, as far as the caller may see it; null when that folder is gone or hidden. */
  originalPath: string | null;
  originalParentId: string | null;
  /** '1' personal, '2' group, '3' department. */
  instanceType: Instance['instanceType'];
  spaceName: string;
  spaceRootId: string;
  deletedBy: string;
  deleteTime: string;
  expireTime: string;
  /** Days until it leaves the bin by itself, rounded up. */
  daysLeft: number;
  /** Whether the caller may delete it forever: it is their own, or they manage the space. */
  removable: boolean;
}

/** The outcome for one of several items. */
export type RecycleOutcome = { recycleId: string; done: true; instance?: Instance } | ({ recycleId: string; done: false } & Refusal);

export const recycleSortFields = ['deleteTime', 'instanceName', 'fileSize'] as const;
export type RecycleSortField = (typeof recycleSortFields)[number];

const recycleIds = z.array(fields.id).min(1).max(limits.itemsPerCall);
const instanceType = z.enum(instanceTypes).optional();

export const page = call<Page<RecycledItem>>()({
  name: 'recycle.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/recycle/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...fields.pageFields,
    sortOrder: fields.sortOrder.default('desc'),
    sortField: z.enum(recycleSortFields).default('deleteTime'),
    keyword: z.string().max(128).optional(),
    instanceType,
  }),
  log: 'none',
  summary: 'Returns one page of the recycle bin.',
});

export const restore = call<RecycleOutcome[]>()({
  name: 'recycle.restoreFirstRecycleFile',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/recycle/restoreFirstRecycleFile',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({
    recycleIds,
    targetParentId: fields.instanceId.optional(),
    onConflict: fields.onRestored.default('rename'),
    onFileConflict: fields.onFileTaken.default('version'),
  }),
  log: { deed: 'change', of: { binEntry: 'recycleIds' }, before: true, details: ['targetParentId', 'onConflict'] },
  summary:
    'Restores items to their original location, or to another folder of the same space. If a name is taken, the item is numbered, or as with a move, a file becomes a version and a folder is merged.',
});

export const remove = call<RecycleOutcome[]>()({
  name: 'recycle.removeFirstRecycleFile',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/recycle/removeFirstRecycleFile',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({ recycleIds }),
  log: { deed: 'change', of: { binEntry: 'recycleIds' } },
  summary: 'Removes items from the recycle bin. Users cannot get them back; administrators can for a while longer.',
});

export const clear = call<{ removed: number }>()({
  name: 'recycle.clearFirstRecycleFile',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/recycle/clearFirstRecycleFile',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ instanceType }),
  log: { deed: 'change', details: ['instanceType'] },
  summary: 'Removes everything that the caller sees in the recycle bin, for all spaces or one kind of space.',
});
