/** External links as their visitors see them: the gate, the list, previews, downloads, saving to one's own drive. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { linkPath } from './fields.ts';
import type { Page } from './fields.ts';
import type { FolderDownload, Preview, Thumbnails } from './download.ts';
import { instanceSortFields } from './files.ts';
import type { Instance } from './files.ts';
import { limits } from './limits.ts';
import { linkFiles, linkGate, linkPasswords, linkReads, linkTrees } from './link-limits.ts';
import type { LinkPermission, LinkWatermark } from './links.ts';
import type { PlacedItem } from './move-copy.ts';
import type { SystemTitle } from './service-config.ts';

/**
 * What the gate of a link shows. A link that is wrong, withdrawn, expired, used up or, for others than its creator, still being verified fails with its own
 * failure, so only links that can be opened answer. The name is told only where no password is needed.
 */
export interface LinkGate {
  /** `verifying` is told to the link's creator alone. A link in any other state fails. */
  state: 'valid' | 'verifying';
  passwordNeeded: boolean;
  loginNeeded: boolean;
  /** Who shared it, masked (specification 1 section 1). */
  sharer: string;
  permissions: LinkPermission[];
  name: string | null;
  expireTime: string | null;
  systemTitle: SystemTitle;
  /** So many wrong passwords lock the link for so many minutes, where they come from. */
  passwordTries: number;
  lockMinutes: number;
}

/** An item as a visitor sees it. `verifying`: it may not leave yet, so it can be neither previewed nor downloaded. */
export interface LinkInstance extends Instance {
  verifying?: true;
}

/** What the open link holds. */
export interface LinkContent {
  name: string;
  sharer: string;
  note: string;
  permissions: LinkPermission[];
  expireTime: string | null;
  watermark: LinkWatermark;
  /** What a watermark says of this visitor, with `{time}` where the time stands. */
  watermarkText: string;
  /** The linked item itself. */
  root: LinkInstance;
  /** `hiklinkCount`: how many items the link holds: those of the folder itself, or one file. */
  items: number;
  /** There are more than `items`, which were not counted. */
  moreItems?: true;
  /**
   * The visitor is the link's creator, who looks at what visitors see: this is not counted. `password`: others are asked for one. `verifying`: nobody
   * else can open it yet.
   */
  ownPreview?: { password: boolean; verifying?: true };
  /** The visitor is a signed-in colleague, so they can save to their own drive. */
  canSave: boolean;
  /** Bytes of the largest file that may be uploaded here. */
  fileBytes: number;
  systemTitle: SystemTitle;
}

const opened = { linkPath, fileSharingId: z.literal('').optional(), t: fields.timestamp };

export const queryConfig = call<LinkGate>()({
  name: 'link.queryConfig',
  method: 'GET',
  path: '/disk/api/link/queryConfig',
  fieldsIn: 'query',
  caller: 'anyone',
  area: 'links',
  perMinute: 120,
  limit: linkGate,
  request: z.strictObject({ linkPath, t: fields.timestamp }),
  log: 'none',
  summary: 'What a visitor must bring to open a link.',
});

/** Whether the session of the request lets its person through, for links that need one. */
export const queryLoginAuth = call<{ allowed: boolean }>()({
  name: 'link.queryLoginAuth',
  method: 'GET',
  path: '/disk/api/link/queryLoginAuth',
  fieldsIn: 'query',
  caller: 'anyone',
  area: 'links',
  perMinute: 120,
  limit: linkGate,
  request: z.strictObject({ linkPath, t: fields.timestamp }),
  log: 'none',
  summary: 'Whether the signed-in person may open a link.',
});

/** Our own client sends the password as the header `X-Link-Password`, percent-encoded; the field is for foreign clients. Opening counts as a visit, except for the link's creator, who needs no password. */
export const checkPassword = call<{ shareToken: string; /** Seconds. */ expiresIn: number }>()({
  name: 'link.checkPassword',
  method: 'GET',
  path: '/disk/api/link/checkPassword',
  fieldsIn: 'query',
  caller: 'anyone',
  area: 'links',
  perMinute: 60,
  limit: linkPasswords,
  request: z.strictObject({ linkPath, password: z.string().max(256).optional(), t: fields.timestamp }),
  log: { deed: 'session', of: { link: 'linkPath' } },
  summary: 'Opens a link, and returns the token that its visitor sends as the header `X-Share-Token`.',
});

export const queryAttribute = call<LinkContent>()({
  name: 'link.queryAttribute',
  method: 'GET',
  path: '/disk/api/link/queryAttribute',
  fieldsIn: 'query',
  caller: 'visitor',
  limit: linkReads,
  request: z.strictObject({ linkPath, t: fields.timestamp }),
  log: 'none',
  summary: 'What the open link holds and allows.',
});

/**
 * Without `parentId`: the linked item alone if it is a file, or the content of the linked folder. A `keyword` searches names in everything below, and finds
 * nothing that is still being verified. `more`: it looked at `limits.linkFound` and there may be more.
 */
export const queryInstancePage = call<Page<LinkInstance>>()({
  name: 'link.queryInstancePage',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/link/queryInstancePage',
  fieldsIn: 'json',
  caller: 'visitor',
  limit: linkReads,
  request: z.strictObject({
    ...fields.pageFields,
    linkPath,
    parentId: fields.instanceId.optional(),
    sortField: z.enum(instanceSortFields).default('instanceName'),
    keyword: z.string().max(128).optional(),
  }),
  log: 'none',
  summary: 'One page of a folder inside a link, folders first, or of what a search below it found.',
});

/** The page of our own client is opened once per visit; a repetition counts nothing. */
export const addViewCount = call<{ visits: number }>()({
  name: 'link.addViewCount',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/addViewCount',
  fieldsIn: 'json',
  caller: 'visitor',
  limit: linkReads,
  request: z.strictObject({ linkPath }),
  log: 'none',
  summary: 'Counts the visit of this token, if it is not counted yet.',
});

const file = z.strictObject({ ...opened, instanceId: fields.instanceId });

export const download = call<{ url: string; fileName: string; fileSize: number }>()({
  name: 'link.download',
  method: 'GET',
  path: '/disk/api/link/download',
  fieldsIn: 'query',
  caller: 'visitor',
  needs: { item: 'download', of: 'instanceId' },
  limit: linkFiles,
  request: file,
  log: { deed: 'download', of: { item: 'instanceId' } },
  summary: "A short-lived signed link to one file's bytes, for the visitor of a link.",
});

export const preview = call<Preview>()({
  name: 'link.preview',
  method: 'GET',
  path: '/disk/api/link/preview',
  fieldsIn: 'query',
  caller: 'visitor',
  needs: { item: 'preview', of: 'instanceId' },
  limit: linkFiles,
  request: file.extend({ transcode: z.literal('true').optional() }),
  log: { deed: 'preview', of: { item: 'instanceId' } },
  summary: 'A short-lived signed link for previewing a file, for the visitor of a link.',
});

export const thumbnails = call<Thumbnails>()({
  name: 'link.thumbnails',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/link/thumbnails',
  fieldsIn: 'json',
  caller: 'visitor',
  limit: linkFiles,
  request: z.strictObject({ linkPath, instanceIds: z.array(fields.instanceId).min(1).max(limits.thumbnailsPerCall) }),
  log: 'none',
  summary: 'Thumbnails of files inside a link, for lists.',
});

export const queryFolderDownload = call<FolderDownload>()({
  name: 'link.queryFolderDownload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/queryFolderDownload',
  fieldsIn: 'json',
  caller: 'visitor',
  mostBytes: limits.callBytes.batch,
  limit: linkTrees,
  request: z.strictObject({ linkPath, instanceIds: z.array(fields.instanceId).min(1) }),
  log: { deed: 'download', of: { item: 'instanceIds' } },
  summary: 'Lists the contents of the selected files and folders of a link, and returns a link to one streamed ZIP of them.',
});

/** Only for a visitor who is a signed-in colleague. */
export const copy = call<PlacedItem[]>()({
  name: 'link.copy',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/copy',
  fieldsIn: 'json',
  caller: 'visitor',
  mostBytes: limits.callBytes.manyIds,
  limit: linkTrees,
  request: z.strictObject({
    linkPath,
    instanceIds: z.array(fields.instanceId).min(1).max(limits.itemsPerCall),
    targetParentId: fields.instanceId,
    onConflict: fields.onTaken.default('rename'),
  }),
  log: { deed: 'change', of: { item: 'instanceIds' }, details: ['targetParentId'] },
  summary: "Saves items of a link to the signed-in visitor's own drive.",
});
