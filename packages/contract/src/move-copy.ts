import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Instance, ItemOutcome } from './files.ts';
import { limits } from './limits.ts';

/** What became of one of several items: it is there now (not shown to whom it is hidden there), a task brings it there, or why not. */
export type PlacedItem =
  | { instanceId: string; done: true; instance?: Instance }
  | { instanceId: string; done: true; taskId: string }
  | Extract<ItemOutcome, { done: false }>;

/**
 * `fileSharingId` is the share that the items are reached through, `targetSharingId` that of the target. `version` makes a file
 * the new version of the file that has its name. `merge` brings what a folder holds into the folder that has its name, folder within
 * folder; `onFileConflict` then says for all of it what becomes of a file that meets a file, and what meets another kind is numbered.
 */
const request = z.strictObject({
  fileSharingId: fields.id.optional(),
  targetSharingId: fields.id.optional(),
  instanceIds: z.array(fields.id).min(1).max(limits.itemsPerCall),
  targetParentId: fields.id,
  onConflict: fields.onTaken.default('fail'),
  onFileConflict: fields.onFileTaken.default('version'),
});

export const move = call<PlacedItem[]>()({
  name: 'instance.move',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/move',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request,
  summary: 'Moves items into another folder; between spaces a large tree is moved by a task.',
});

export const copy = call<PlacedItem[]>()({
  name: 'instance.copy',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/copy',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request,
  summary: 'Copies items into another folder; a large tree is copied by a task.',
});
