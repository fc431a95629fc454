import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Instance } from './files.ts';
import type { NoticePerson } from './notices.ts';

/** One stored version of a file. */
export interface FileVersion {
  version: number;
  /** Bytes. */
  fileSize: number;
  creator: NoticePerson;
  createTime: string;
  /** Null until the server has computed it, and for callers who may not download the file. */
  sha256: string | null;
  /** Whether it is the current version. */
  current: boolean;
  /** The version that this one restored. */
  restoredFrom: number | null;
}

export interface FileVersions {
  /** All versions of the file, across pages. */
  total: number;
  /** Newest first. */
  items: FileVersion[];
  /** Retention: versions beyond this number, and those replaced this many days ago (null: no limit), are deleted. */
  kept: number;
  days: number | null;
}

const one = { instanceId: fields.instanceId, fileSharingId: fields.id.optional(), version: fields.version };

export const list = call<FileVersions>()({
  name: 'instance.versions',
  method: 'GET',
  path: '/disk/api/instance/versions',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'historyView', of: 'instanceId' },
  request: z.strictObject({
    instanceId: fields.instanceId,
    fileSharingId: fields.id.optional(),
    /** Only versions older than this one. */
    before: fields.version.optional(),
    t: fields.timestamp,
  }),
  log: 'none',
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
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['version'] },
  summary: 'Restores an old version as a new one. If the file already has that content, nothing changes.',
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
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['version'] },
  summary: 'Deletes an old version forever and releases its quota.',
});
