import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Instance } from './files.ts';
import type { NoticePerson } from './notices.ts';

/** One saved content of a file. */
export interface FileVersion {
  version: number;
  /** Bytes. */
  fileSize: number;
  creator: NoticePerson;
  createTime: string;
  /** Null until the server has computed it itself, and to whoever may not download the file. */
  sha256: string | null;
  /** What the file holds now. */
  current: boolean;
  /** The version whose content was brought back with this one. */
  restoredFrom: number | null;
}

export interface FileVersions {
  /** Of the file, on all pages. */
  total: number;
  /** Newest first. */
  items: FileVersion[];
  /** Those beyond this many, and those replaced so many days ago (null: however long ago), are freed. */
  kept: number;
  days: number | null;
}

const one = { instanceId: fields.id, fileSharingId: fields.id.optional(), version: fields.version };

export const list = call<FileVersions>()({
  name: 'instance.versions',
  method: 'GET',
  path: '/disk/api/instance/versions',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'historyView', of: 'instanceId' },
  request: z.strictObject({
    instanceId: fields.id,
    fileSharingId: fields.id.optional(),
    /** Only what is older than this one. */
    before: fields.version.optional(),
    t: fields.timestamp,
  }),
  summary: 'The versions of a file, newest first, fifty at a time.',
});

export const restore = call<Instance>()({
  name: 'instance.restoreVersion',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/restoreVersion',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'historyRestore', of: 'instanceId' },
  request: z.strictObject(one),
  summary: 'Makes a new version with the content of an old one; nothing where the file has that content now.',
});

export const remove = call<null>()({
  name: 'instance.removeVersion',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/removeVersion',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'historyManage', of: 'instanceId' },
  request: z.strictObject(one),
  summary: 'Removes one old version for good and frees its room.',
});
