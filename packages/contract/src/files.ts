import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { Category } from './categories.ts';
import type { Explanation } from './access-report.ts';
import type { Refusal } from './failures.ts';
import type { FolderPage } from './folder-page.ts';
import { limits } from './limits.ts';
import type { PermissionItem } from './permission.ts';
import { sensitivities, type Sensitivity, type SensitivityOf } from './sensitivity.ts';
import type { InstanceType } from './space-kinds.ts';
import type { InstanceId } from './ids.ts';

/** A file or folder in every response (calls: "An instance"). */
export interface Instance {
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  /** Bytes; 0 for folders. */
  fileSize: number;
  parentId: InstanceId | null;
  /** Names of the parent folders, from the space's root, which is not included. */
  parentNames: string[];
  instancePath: string;
  instancePathIds: string[];
  /** '1' personal, '2' group, '3' department, '4' library. */
  instanceType: InstanceType;
  fileAuth: PermissionItem[];
  owner: string;
  creator: string;
  updatedBy: string;
  createTime: string;
  updateTime: string;
  version: number;
  category: Category;
  tags: string[];
  collected: boolean;
  /** The highest sensitivity among the item's own and those of its parent folders. */
  sensitivity: Sensitivity;
  /** Only in folder lists for trees. */
  hasChildren?: boolean;
  /** The received share through which the caller reached it. */
  fileSharingId?: string;
  /** The item has an internal share. */
  shared?: true;
  /** The path of an open external link to the item: the caller's own, or, for those who may share it or manage its people, somebody's. */
  linkpath?: string;
}

export interface InstanceDetail extends Instance {
  versions: number;
  /** The external links to it that are open or being verified: all of them for those who may share it or manage its people, else the caller's own. */
  links: number;
  shares: number;
  comments: number;
  sensitivityOf: SensitivityOf;
  /** Only when requested. */
  explanation?: Explanation;
}

/** The outcome for one of several items. */
export type ItemOutcome = { instanceId: InstanceId; done: true } | ({ instanceId: InstanceId; done: false } & Refusal);

export const instanceSortFields = ['instanceName', 'fileSize', 'updateTime', 'createTime', 'category'] as const;
export type InstanceSortField = (typeof instanceSortFields)[number];

const sharing = { fileSharingId: fields.id.optional() };
const ids = z.array(fields.instanceId).min(1).max(limits.itemsPerCall);

const folderPage = {
  ...fields.pageFields,
  ...sharing,
  parentId: fields.instanceId.optional(),
  sortField: z.enum(instanceSortFields).default('instanceName'),
  category: z.number().int().min(1).max(7).optional(),
  keyword: z.string().max(128).optional(),
  classifierId: z.enum(['File', 'Folder']).optional(),
  tag: fields.tagText.optional(),
};

/** With `everywhere` (the `/personalTable` screen) it lists files of all folders. The total then stops at `limits.filesEverywhere`. */
export const page = call<Page<Instance>>()({
  name: 'instance.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/instance/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...folderPage,
    everywhere: z.boolean().optional(),
    /** Bytes and last change; only with `everywhere`. */
    sizeMin: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    changedBefore: z.iso.datetime().optional(),
  }),
  log: 'none',
  summary: 'One page of a folder, folders first.',
});

export const narrowPage = call<FolderPage>()({
  name: 'instance.narrowPage',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/instance/narrowPage',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject(folderPage),
  log: 'none',
  summary: 'The same by columns, with what the items share said once: a sixth of the bytes.',
});

export const createFolder = call<Instance>()({
  name: 'instance.createFolder',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/createFolder',
  fieldsIn: 'form',
  caller: 'user',
  request: z.strictObject({ ...sharing, parentId: fields.instanceId, instanceName: fields.plainName, linkPath: fields.noLink }),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Creates a folder.',
});

export interface FolderTree {
  instanceName: string;
  /** The caller's own id for the node; the server ignores it. */
  instanceId?: string | undefined;
  children?: FolderTree[] | undefined;
}
export interface CreatedFolderTree {
  instanceName: string;
  instanceId: InstanceId;
  children: CreatedFolderTree[];
}
const folderTree: z.ZodType<FolderTree> = z.lazy(() =>
  z.strictObject({
    instanceName: fields.plainName,
    instanceId: z.string().max(64).optional(),
    children: z.array(folderTree).max(limits.itemsPerCall).optional(),
  }),
);

export const batchCreateFolder = call<CreatedFolderTree>()({
  name: 'instance.batchCreateFolder',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/batchCreateFolder',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({
    ...sharing,
    parentId: fields.instanceId,
    instanceName: fields.plainName,
    linkPath: fields.noLink,
    instanceId: z.string().max(64).optional(),
    children: z.array(folderTree).max(limits.itemsPerCall).optional(),
  }),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Creates a tree of folders. Existing folders are reused.',
});

export const rename = call<Instance>()({
  name: 'instance.rename',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/rename',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'rename', of: 'instanceId' },
  request: z.strictObject({ ...sharing, instanceId: fields.instanceId, fileName: fields.encodedName }),
  log: { deed: 'change', of: { item: 'instanceId' }, before: true, details: ['fileName'] },
  summary: 'Renames a file or folder; `fileName` is encoded.',
});

export const remove = call<ItemOutcome[]>()({
  name: 'instance.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/remove',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({ ...sharing, instanceIds: ids }),
  log: { deed: 'change', of: { item: 'instanceIds' } },
  summary: 'Moves items to the recycle bin.',
});

/** Undoes a removal made a moment ago; the recycle bin restores by recycle id instead. */
export const undoRemove = call<ItemOutcome[]>()({
  name: 'instance.undoRemove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/undoRemove',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({ instanceIds: ids }),
  log: { deed: 'change', of: { item: 'instanceIds' } },
  summary: 'Restores items from the recycle bin to their original location.',
});

export const queryFolderByParentId = call<Instance[]>()({
  name: 'instance.queryFolderByParentId',
  method: 'GET',
  path: '/disk/api/instance/queryFolderByParentId',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ ...sharing, parentId: fields.instanceId.optional(), t: fields.timestamp }),
  log: 'none',
  summary: 'The subfolders of a folder, for trees (at most 2,000).',
});
export const queryInstanceDetail = call<InstanceDetail>()({
  name: 'instance.queryInstanceDetail',
  method: 'GET',
  path: '/disk/api/instance/queryInstanceDetail',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ ...sharing, instanceId: fields.instanceId, explain: fields.id.optional(), t: fields.timestamp }),
  log: 'none',
  summary:
    'All details of one item. `explain` adds why that person has their permissions: the caller, or anybody if the caller manages its people.',
});
export const queryFolderSize = call<{ files: number; folders: number; bytes: number }>()({
  name: 'instance.queryFolderSize',
  method: 'GET',
  path: '/disk/api/instance/queryFolderSize',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'attribute', of: 'instanceId' },
  request: z.strictObject({ ...sharing, instanceId: fields.instanceId, t: fields.timestamp }),
  log: 'none',
  summary: 'The number of files and folders under a folder, and their size.',
});

export const setSensitivity = call<SensitivityOf>()({
  name: 'instance.setSensitivity',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/setSensitivity',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({ instanceId: fields.instanceId, fileSharingId: fields.id.optional(), sensitivity: z.enum(sensitivities) }),
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['sensitivity'] },
  summary: 'Sets the sensitivity of a file or folder. Needs the permission to manage its people.',
});
