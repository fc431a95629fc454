import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { PreviewKind } from './categories.ts';
import { limits } from './limits.ts';

const request = z.strictObject({
  instanceId: fields.id,
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
  summary: "A short-lived signed link to one file's bytes.",
});

export interface ReadyPreview {
  url: string;
  kind: PreviewKind;
  fileName: string;
  fileSize: number;
  /** Of the picture itself, where what is shown was made of it and may be smaller. */
  pixels?: { width: number; height: number };
}
/** It is being made ready for looking at: the same call some seconds later tells how far it is. */
export interface PreparingPreview {
  kind: 'preparing';
  /** What it will be. */
  of: PreviewKind;
  /** Percent; null while it waits for its turn, and where it cannot be told. */
  progress: number | null;
  /** How many wait before it, 100 for that many or more; null once it is being made. */
  ahead: number | null;
  fileName: string;
  fileSize: number;
}
export type Preview = ReadyPreview | PreparingPreview;
const previewRequest = request.extend({
  /** A film or recording that is shown as it is, made playable instead: this browser does not play it. */
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
  summary: 'A short-lived signed link for showing a file in the page.',
});

const entryRequest = request.extend({
  /** Its place in the archive's listing. */
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
  summary: 'A short-lived signed link for showing one entry of an archive in the page.',
});
export const downloadEntry = call<{ url: string; fileName: string; fileSize: number } | PreparingPreview>()({
  name: 'instance.downloadEntry',
  method: 'GET',
  path: '/disk/api/instance/downloadEntry',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'download', of: 'instanceId' },
  request: entryRequest,
  summary: "A short-lived signed link to one archive entry's bytes.",
});

/** A signed link, for an hour; or the same call some seconds later tells. */
export type Thumbnail = { url: string } | { preparing: true };
/** By instance id. Null: there is none, which says nothing of whether there is such a file. */
export type Thumbnails = Record<string, Thumbnail | null>;
export const thumbnails = call<Thumbnails>()({
  name: 'instance.thumbnails',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/instance/thumbnails',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ instanceIds: z.array(fields.id).min(1).max(limits.thumbnailsPerCall), fileSharingId: fields.id.optional() }),
  summary: 'Small pictures of files, for lists.',
});

export interface FolderDownload {
  /** One ZIP, to be begun within ten minutes by the same person. */
  url: string;
  fileName: string;
  /** Of the ZIP as things stand, in bytes. */
  fileSize: number;
  /** The first 2,000 by path; the folders of a path are separated by '/'. */
  files: { instanceId: string; path: string; fileSize: number }[];
  fileCount: number;
  folders: number;
  /** What cannot be read and is left out: the first 2,000. The ZIP lists all in an entry of its own. */
  skipped: { path: string; reason: string }[];
}
/** How many ids are too many is answered in words (TOO_MANY_ITEMS), not as a malformed field. */
export const folderDownload = call<FolderDownload>()({
  name: 'instance.queryFolderDownload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/queryFolderDownload',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ instanceIds: z.array(fields.id).min(1), fileSharingId: fields.id.optional() }),
  summary: 'What folders and a selection hold, and a link to one streamed ZIP of it.',
});
