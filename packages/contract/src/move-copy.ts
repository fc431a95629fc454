import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Instance, ItemOutcome } from './files.ts';
import { limits } from './limits.ts';
import type { InstanceId } from './ids.ts';

export type PlacingKind = 'move' | 'copy';

/**
 * The outcome for one of several items: it is at the target (`instance` is missing where hidden from the caller), a task is doing it, or it
 * failed.
 */
export type PlacedItem =
  | { instanceId: InstanceId; done: true; instance?: Instance }
  | { instanceId: InstanceId; done: true; taskId: string }
  | Extract<ItemOutcome, { done: false }>;

/**
 * `fileSharingId` is the share through which the items are reached, `targetSharingId` the one of the target. On a conflict, `version` makes
 * a file the new version of the file with its name, and `merge` merges a folder into the folder with its name, recursively.
 * `onFileConflict` then decides about conflicting files; a file that meets a folder is numbered.
 */
const placing = z.strictObject({
  fileSharingId: fields.id.optional(),
  targetSharingId: fields.id.optional(),
  instanceIds: z.array(fields.instanceId).min(1).max(limits.itemsPerCall),
  targetParentId: fields.instanceId,
  onConflict: fields.onTaken.default('fail'),
  onFileConflict: fields.onFileTaken.default('version'),
});

/** A task that moves or copies. Its progress counts files and folders, including everything below the items. */
export interface PlacingTask {
  kind: PlacingKind;
  /** The name of the first item. */
  itemName: string;
  /** The number of items in the request. */
  items: number;
  targetName: string;
  targetParentId: InstanceId;
  /** The items that failed. */
  failed: Extract<ItemOutcome, { done: false }>[];
}

export const move = call<PlacedItem[]>()({
  name: 'instance.move',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/move',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: placing,
  log: { deed: 'change', of: { item: 'instanceIds' }, before: true, details: ['targetParentId', 'onConflict'] },
  summary: 'Moves items into another folder. A task does large moves between spaces and large merges.',
});

export const copy = call<PlacedItem[]>()({
  name: 'instance.copy',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/copy',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: placing,
  log: { deed: 'change', of: { item: 'instanceIds' }, details: ['targetParentId', 'onConflict'] },
  summary: 'Copies items into another folder. A task copies a large tree.',
});
