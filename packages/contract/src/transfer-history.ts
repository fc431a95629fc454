import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';

/** One line of the finished list (specification 1 section 3). */
export interface FinishedRecord {
  id: string;
  filename: string;
  /** Bytes. */
  fileSize: number;
  transferType: 'upload' | 'download';
  /** Names of the folders it lies in, from the top; empty for downloads. */
  parentNames: string[];
  /** The folder to open; null for downloads. */
  parentId: string | null;
  fileId: string;
  finishedTime: string;
}

const record = z.strictObject({
  /** Drawn by the client, so that a record whose answer was lost can be sent again. */
  id: fields.id,
  filename: z.string().min(1).max(1024),
  fileSize: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  transferType: z.enum(['upload', 'download']),
  parentNames: z.array(z.string().max(1024)).max(limits.folderDepth + 1),
  parentId: fields.id.nullable(),
  fileId: fields.id,
});

export const page = call<Page<FinishedRecord>>()({
  name: 'transfer.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/transfer/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  summary: "The caller's finished transfers of the last 30 days, newest first.",
});

export const add = call<null>()({
  name: 'transfer.add',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/transfer/add',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ records: z.array(record).min(1).max(limits.recordsPerCall) }),
  summary: 'Notes finished transfers; a record that is there already stays as it is.',
});

export const clear = call<null>()({
  name: 'transfer.clear',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/transfer/clear',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({}),
  summary: 'Empties the list of finished transfers; the files stay.',
});
