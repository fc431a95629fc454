/**
 * What the visitors of external links add: each call is that of people (`upload.ts`, `files.ts`) with the path of the link, and its token in place of a
 * session (specification 1 section 8).
 */
import { call } from './call.ts';
import { linkPath } from './fields.ts';
import type { EachAnswer } from './call.ts';
import * as files from './files.ts';
import type { CreatedFolderTree, Instance } from './files.ts';
import { limits } from './limits.ts';
import { linkFiles, linkParts } from './link-limits.ts';
import * as ofPeople from './upload.ts';
import type { UploadAuth, UploadCheck } from './upload.ts';

const isLinks = { linkPath };

export const checkUploadAble = call<UploadCheck>()({
  name: 'link.checkUploadAble',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/checkUploadAble',
  fieldsIn: 'query',
  caller: 'visitor',
  limit: linkFiles,
  request: ofPeople.checkUploadAble.request.extend(isLinks),
  log: 'none',
  summary: 'Checks whether and how a visitor can upload a file, and reserves its quota.',
});

export const checkUploads = call<EachAnswer<UploadCheck>[]>()({
  name: 'link.checkUploads',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/checkUploads',
  fieldsIn: 'json',
  caller: 'visitor',
  mostBytes: limits.callBytes.batch,
  limit: linkFiles,
  request: ofPeople.checkUploads.request.extend(isLinks),
  log: 'none',
  summary: 'link.checkUploadAble for several files.',
});

/** Only a visitor who is a signed-in colleague is offered it: nobody else learns what the company has. */
export const secondUpload = call<Instance>()({
  name: 'link.secondUpload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/secondUpload',
  fieldsIn: 'query',
  caller: 'visitor',
  limit: linkFiles,
  request: ofPeople.secondUpload.request.extend(isLinks),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Instant transfer into a link.',
});

export const queryUploadAuth = call<UploadAuth | UploadAuth[]>()({
  name: 'link.queryUploadAuth',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/queryUploadAuth',
  fieldsIn: 'query',
  caller: 'visitor',
  limit: linkParts,
  request: ofPeople.queryUploadAuth.request.extend(isLinks),
  log: 'none',
  summary: "Signs the next request of a visitor's upload to the storage host.",
});

export const upload = call<Instance>()({
  name: 'link.upload',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/upload',
  fieldsIn: 'query',
  caller: 'visitor',
  limit: linkFiles,
  request: ofPeople.upload.request.extend(isLinks),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: "Saves a visitor's merged object as a file or a new version. Repeated, it returns the same instance.",
});

export const uploads = call<EachAnswer<Instance>[]>()({
  name: 'link.uploads',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/uploads',
  fieldsIn: 'json',
  caller: 'visitor',
  mostBytes: limits.callBytes.batch,
  limit: linkFiles,
  request: ofPeople.uploads.request.extend(isLinks),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Saves several merged objects of a visitor. Each gets its own answer.',
});

export const recycleStorageFile = call<null>()({
  name: 'link.recycleStorageFile',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/link/recycleStorageFile',
  fieldsIn: 'json',
  caller: 'visitor',
  limit: linkFiles,
  request: ofPeople.recycleStorageFile.request.extend(isLinks),
  log: 'none',
  summary: "Aborts a visitor's upload and releases its parts and its reserved quota.",
});

export const createFolder = call<Instance>()({
  name: 'link.createFolder',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/createFolder',
  fieldsIn: 'form',
  caller: 'visitor',
  limit: linkFiles,
  request: files.createFolder.request.extend(isLinks),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Creates a folder inside a link that allows it.',
});

export const batchCreateFolder = call<CreatedFolderTree>()({
  name: 'link.batchCreateFolder',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/batchCreateFolder',
  fieldsIn: 'json',
  caller: 'visitor',
  mostBytes: limits.callBytes.batch,
  limit: linkFiles,
  request: files.batchCreateFolder.request.extend(isLinks),
  log: { deed: 'change', made: { item: 'instanceId' } },
  summary: 'Creates a tree of folders inside a link that allows it. Existing folders are reused.',
});
