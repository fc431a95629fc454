import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { PreviewKind } from './categories.ts';
import { limits } from './limits.ts';
import type { InstanceId } from './ids.ts';

const request = z.strictObject({
  instanceId: fields.instanceId,
  linkPath: fields.noLink,
  fileSharingId: fields.id.optional(),
  version: fields.version.optional(),
  t: fields.timestamp,
});

export const download = call<{ url: string; fileName: string; fileSize: number }>()({
  name: 'instance.download',
  method: 'GET',
  path: '/disk/api/instance/download',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'download', of: 'instanceId' },
  request,
  log: { deed: 'download', of: { item: 'instanceId' }, details: ['version'] },
  summary: "A short-lived signed link to one file's bytes.",
});

export interface ReadyPreview {
  url: string;
  kind: PreviewKind;
  fileName: string;
  fileSize: number;
  /** The pixel size of the original image, when the preview was made from it and may be smaller. */
  pixels?: { width: number; height: number };
}
/** The preview is being prepared: repeating the call after some seconds returns the progress. */
export interface PreparingPreview {
  kind: 'preparing';
  /** The kind of the finished preview. */
  of: PreviewKind;
  /** Percent; null while it is queued, and when progress is unknown. */
  progress: number | null;
  /** The number of jobs queued before it, at most 100; null once it has started. */
  ahead: number | null;
  fileName: string;
  fileSize: number;
}
export type Preview = ReadyPreview | PreparingPreview;
const previewRequest = request.extend({
  /** Requests transcoding of a video or audio file that this browser cannot play as it is. */
  transcode: z.literal('true').optional(),
});
export const preview = call<Preview>()({
  name: 'instance.preview',
  method: 'GET',
  path: '/disk/api/instance/preview',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'preview', of: 'instanceId' },
  request: previewRequest,
  log: { deed: 'preview', of: { item: 'instanceId' }, details: ['version'] },
  summary: 'A short-lived signed link for previewing a file.',
});

const entryRequest = request.extend({
  /** Its index in the archive's listing. */
  entry: z.coerce
    .number()
    .int()
    .min(0)
    .max(limits.archiveEntries - 1),
});
export const previewEntry = call<Preview>()({
  name: 'instance.previewEntry',
  method: 'GET',
  path: '/disk/api/instance/previewEntry',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'preview', of: 'instanceId' },
  request: entryRequest,
  log: { deed: 'preview', of: { item: 'instanceId' }, details: ['version', 'entry'] },
  summary: 'A short-lived signed link for previewing one entry of an archive.',
});
export const downloadEntry = call<{ url: string; fileName: string; fileSize: number } | PreparingPreview>()({
  name: 'instance.downloadEntry',
  method: 'GET',
  path: '/disk/api/instance/downloadEntry',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'download', of: 'instanceId' },
  request: entryRequest,
  log: { deed: 'download', of: { item: 'instanceId' }, details: ['version', 'entry'] },
  summary: "A short-lived signed link to one archive entry's bytes.",
});

/** A signed link, valid for an hour; or `preparing`, when the call must be repeated after some seconds. */
export type Thumbnail = { url: string } | { preparing: true };
/** By instance id. Null means no thumbnail; it does not reveal whether the file exists. */
export type Thumbnails = Record<string, Thumbnail | null>;
export const thumbnails = call<Thumbnails>()({
  name: 'instance.thumbnails',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/instance/thumbnails',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    instanceIds: z.array(fields.instanceId).min(1).max(limits.thumbnailsPerCall),
    fileSharingId: fields.id.optional(),
  }),
  log: 'none',
  summary: 'Thumbnails of files, for lists.',
});

export interface FolderDownload {
  /** The address of one ZIP file; the same person must start the download within ten minutes. */
  url: string;
  fileName: string;
  /** The ZIP's size in bytes, as of now. */
  fileSize: number;
  /** The first 2,000 by path; folders in a path are separated by '/'. */
  files: { instanceId: InstanceId; path: string; fileSize: number }[];
  fileCount: number;
  folders: number;
  /** Unreadable items, which are skipped: the first 2,000. The ZIP contains an entry that lists all of them. */
  skipped: { path: string; reason: string }[];
}
/** Too many ids fail with TOO_MANY_ITEMS, not as a malformed field. */
export const folderDownload = call<FolderDownload>()({
  name: 'instance.queryFolderDownload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/queryFolderDownload',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ instanceIds: z.array(fields.instanceId).min(1), fileSharingId: fields.id.optional() }),
  log: { deed: 'download', of: { item: 'instanceIds' } },
  summary: 'Lists the contents of the selected files and folders, and returns a link to one streamed ZIP of them.',
});
