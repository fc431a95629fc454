import { z } from 'zod';
import { call } from './call.ts';
import type { EachAnswer } from './call.ts';
import * as fields from './fields.ts';
import type { Refusal } from './failures.ts';
import type { Instance } from './files.ts';
import { limits } from './limits.ts';
import { instanceTypes } from './space-kinds.ts';

/** The values of `uploadflag`: the content is known, so prove possession; not enough storage; upload it; refused, with a reason. */
export const uploadFlags = { known: '1', noSpace: '2', upload: '3', refused: '4' } as const;

/** The result of the check, by `uploadflag`. */
export type UploadCheck =
  | { uploadflag: typeof uploadFlags.known; fileId: string; proof: { nonce: string; ranges: [start: number, length: number][] } }
  | { uploadflag: typeof uploadFlags.noSpace }
  | {
      uploadflag: typeof uploadFlags.upload;
      bucketName: string;
      objectKey: string;
      /** Origin of the storage host; `resourceUri` is appended to it. */
      uploadHost: string;
      /** Path of the object at the storage host, without a query. */
      resourcePath: string;
      partSize: number;
      /** 1 means a single put. */
      partCount: number;
      lastPartSize: number;
      partChecksum: 'crc32' | 'md5';
      bStoreShards: boolean;
      bNeedEncryption: boolean;
      confuseParams: ConfuseParams | null;
      /** Bytes per second that the client must not exceed. */
      syncSpeed: number;
      /** Part of the query of every storage request. */
      token: string;
      /** An unfinished upload of the same content by the same person, whose parts can be reused. */
      uploadId: string | null;
      /** The signature for a single put, so that a small file needs no further call. */
      putAuth?: UploadAuth;
    }
  | ({ uploadflag: typeof uploadFlags.refused } & Refusal);
/** How content is uploaded that the server does not have. */
export type UploadPlan = Extract<UploadCheck, { uploadflag: typeof uploadFlags.upload }>;
/** An offer to save known content without sending it (instant transfer). */
export type InstantTicket = Extract<UploadCheck, { uploadflag: typeof uploadFlags.known }>;

/**
 * How the bytes are obfuscated on the way to the store (specification 1 section 4, step 6). `points` are offsets into the file; from each,
 * at most 128 bytes are XORed with the repeating key. Files under 1,200 bytes have the single point 0, which covers them.
 */
export interface ConfuseParams {
  /** 32 bytes as hex. */
  key: string;
  points: [offset: number, length: number][];
}

const sharing = { fileSharingId: fields.id.optional() };
const category = z
  .string()
  .regex(/^NetDisk_[1-4]$/)
  .optional();
const instanceType = z.enum(instanceTypes).optional();
const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** The client's name for the space: the first of the `parentNames` in the record of the finished upload. */
const spaceName = z.string().min(1).max(limits.nameLength).optional();
const text = z.string().max(1024).optional();

const check = z.strictObject({
  ...sharing,
  fSize: size,
  fName: fields.encodedName,
  fMd5: fields.md5,
  sha256: fields.sha256.optional(),
  category,
  parentId: fields.instanceId,
  onConflict: fields.onConflict.optional(),
});

export const checkUploadAble = call<UploadCheck>()({
  name: 'instance.checkUploadAble',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/checkUploadAble',
  aliases: ['/disk/api/instance/fileUploadable'],
  fieldsIn: 'query',
  caller: 'user',
  request: check,
  log: 'none',
  summary:
    'Checks whether and how a file can be uploaded. Reserves the quota of all but small files, which are charged when they are saved.',
});

/** A batch, because small files cost more in calls than in bytes. */
export const checkUploads = call<EachAnswer<UploadCheck>[]>()({
  name: 'instance.checkUploads',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/checkUploads',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ items: z.array(check).min(1).max(limits.uploadsPerCall) }),
  log: 'none',
  summary: 'checkUploadAble for several files.',
});

const second = z.strictObject({
  ...sharing,
  fileId: z.string().max(128),
  parentId: fields.instanceId,
  instanceType,
  fileName: fields.encodedName,
  category,
  sourceType: text,
  fKeywords: text,
  sha256: fields.sha256,
  proof: fields.sha256,
  onConflict: fields.onConflict.optional(),
  spaceName,
});

export const secondUpload = call<Instance>()({
  name: 'instance.secondUpload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/secondUpload',
  fieldsIn: 'query',
  caller: 'user',
  request: second,
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Instant transfer: creates a file from content that the server already has, after proof of possession.',
});

export const secondUploads = call<EachAnswer<Instance>[]>()({
  name: 'instance.secondUploads',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/secondUploads',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ items: z.array(second).min(1).max(limits.uploadsPerCall) }),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'secondUpload for several files. Each gets its own answer.',
});

export interface UploadAuth {
  host: string;
  /** x-amz-date */
  date: string;
  authorization: string;
  /** The full address of the request. */
  url: string;
  /** Every signed header except Host. */
  headers: Record<string, string>;
}
/** The purpose of a storage request; the server compares it with the upload's state and signs only the next legal step. */
export const uploadActions = ['put', 'initiate', 'part', 'listParts', 'merge', 'abort'] as const;
export type UploadAction = (typeof uploadActions)[number];

/** With one `resourceUri` it returns one signature; with several, a list in the same order. */
export const queryUploadAuth = call<UploadAuth | UploadAuth[]>()({
  name: 'instance.queryUploadAuth',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/queryUploadAuth',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({
    httpVerb: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']),
    bucketName: z.string().max(128),
    amzDate: z.string().max(32).optional(),
    resourceUri: z.union([z.string().max(2048), z.array(z.string().max(2048)).min(1).max(100)]),
    action: z.string().max(32).optional(),
    contentType: z.string().max(128).optional(),
    objectKey: z.string().max(512),
  }),
  log: 'none',
  summary: 'Signs the next request of an upload to the storage host.',
});

const save = z.strictObject({
  ...sharing,
  fMd5: fields.md5,
  sha256: fields.sha256.optional(),
  bucketName: z.string().max(128),
  fType: z.string().max(128).optional(),
  fSize: size,
  objectKey: z.string().max(512),
  fName: fields.encodedName,
  category,
  partSize: size.optional(),
  partNum: z.coerce.number().int().min(0).max(limits.mostParts).optional(),
  lastPartSize: size.optional(),
  parentId: fields.instanceId,
  instanceType,
  classifierId: z.literal('File').optional(),
  sourceType: text,
  bStoreShards: z.string().max(8).optional(),
  storeShards: z.union([z.boolean(), z.string().max(8)]).optional(),
  uploadId: text,
  libCode: text,
  linkReturn: text,
  onConflict: fields.onConflict.optional(),
  spaceName,
});

export const upload = call<Instance>()({
  name: 'instance.upload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/upload',
  fieldsIn: 'query',
  caller: 'user',
  request: save,
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Saves a merged object as a file or a new version. Repeated, it returns the same instance.',
});

export const uploads = call<EachAnswer<Instance>[]>()({
  name: 'instance.uploads',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/instance/uploads',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ items: z.array(save).min(1).max(limits.uploadsPerCall) }),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Saves several merged objects. Each gets its own answer.',
});

export const recycleStorageFile = call<null>()({
  name: 'instance.recycleStorageFile',
  method: 'POST',
  changes: 'repeatable',
  path: '/hcs/services/API/1.0/recycleStorageFile',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ bucketName: z.string().max(128), objectKey: z.string().max(512), uploadId: z.string().max(256).optional() }),
  log: 'none',
  summary: 'Aborts an upload and releases its parts and its reserved quota.',
});

/** Part size, count and last part of a file, in bytes: 8 MiB parts, or larger ones of whole MiB to keep within 10,000 parts. */
export function partPlan(size: number): { partSize: number; partCount: number; lastPartSize: number } {
  const MiB = 1_048_576;
  const partSize = Math.max(limits.partSize, Math.ceil(size / limits.mostParts / MiB) * MiB);
  const partCount = Math.max(1, Math.ceil(size / partSize));
  return { partSize, partCount, lastPartSize: size - (partCount - 1) * partSize };
}
