import { randomBytes } from 'node:crypto';
import { failures, limits, nameFault, partPlan, uploadFlags } from '@alcove/contract';
import type { RequestOf, UploadCheck, calls } from '@alcove/contract';
import { drawConfuseParams } from '@alcove/transfer';
import { Failure, makerOf, refusal } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import type { UploadDeps } from './deps.ts';
import { offerInstant } from './offer-instant.ts';
import { endOpenUpload } from './abort-upload.ts';
import { recheckUnlessOwn } from './in-one-statement.ts';
import { signSteps } from './sign-upload.ts';
import { lookUpCheck } from './lookup-queries.ts';
import type { CheckFacts } from './lookup-queries.ts';
import { findUnfinished, insertUpload, unbindStoreUpload } from './upload-queries.ts';
import type { UploadRow } from './upload-queries.ts';
import { requireFitsLink, requireReplaces, savedAs } from './visitors.ts';

type Check = RequestOf<typeof calls.upload.checkUploadAble>;

/**
 * Checks whether and how a file can be uploaded (specification 1 section 4, upload flow step 2). A refusal is returned as flag '4' with its
 * reason. Only what the caller must not know about is thrown (FILE_NOT_FOUND).
 */
export async function checkUpload(deps: UploadDeps, input: Check, context: UserContext): Promise<UploadCheck> {
  try {
    const fault = nameFault(input.fName);
    if (fault) throw new Failure(fault, { limit: limits.nameLength });
    if (input.fSize > limits.fileBytes) throw new Failure('FILE_TOO_LARGE');
    const { emptyFiles, storageEncryption } = await deps.serviceConfig();
    if (input.fSize === 0 && !emptyFiles) throw new Failure('FILE_EMPTY');
    const found = await lookUpCheck(deps, context.caller, {
      parentId: input.parentId,
      name: input.fName,
      size: input.fSize,
      md5: input.fMd5,
      sha256: input.sha256,
    });
    if (!found) throw new Failure('FILE_NOT_FOUND');
    const { verdict, also: facts } = found;
    if (verdict instanceof Failure) throw verdict;
    const { place } = verdict;
    if (place.isFile) requireReplaces(context.caller, input);
    else requireUploadable(place, facts, input);
    await deps.judgeArrival(deps.database, place, { name: savedAs(place, input.fName), size: input.fSize, isJudged: facts.isJudged });
    await requireFitsLink(deps, context.caller, input.fSize);
    const offer = place.isFile ? null : await offerInstant(deps, place, facts, input.fSize, context);
    if (offer) return offer;
    const upload = await registerUpload(deps, place, { obfuscate: storageEncryption }, input, context);
    return upload ? toAnswer(deps, upload, context) : { uploadflag: uploadFlags.noSpace };
  } catch (error) {
    if (!(error instanceof Failure) || failures[error.code].status !== 200 || error.code === 'FILE_NOT_FOUND') throw error;
    return { uploadflag: uploadFlags.refused, ...refusal(error.code, context.language, error.details) };
  }
}

function requireUploadable(place: ItemContext, { taken }: CheckFacts, input: Check): void {
  if (place.ancestors.length + 1 > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
  if (taken && input.onConflict !== 'rename' && !(input.onConflict === 'version' && taken.isFile)) throw new Failure('NAME_TAKEN');
}

/** Returns the caller's unfinished upload of the same content to the same name, or a new one. Null: not enough storage. */
async function registerUpload(
  deps: UploadDeps,
  place: ItemContext,
  { obfuscate }: { obfuscate: boolean },
  input: Check,
  { caller }: UserContext,
): Promise<UploadRow | null> {
  const target = {
    ...makerOf(caller),
    linkId: caller.visitor?.linkId ?? null,
    spaceId: place.spaceId,
    parentId: place.instanceId,
    intoFile: place.isFile,
    name: input.fName,
    md5: input.fMd5,
    size: input.fSize,
  };
  const unfinished = input.fSize > limits.partSize ? await findUnfinished(deps.database, target) : undefined;
  const live = unfinished && (await withLiveStoreUpload(deps, unfinished));
  if (live) return live;
  if (unfinished) await endOpenUpload(deps.database, unfinished.id);
  const plan = partPlan(input.fSize);
  // Only our own storage host can undo the obfuscation on download. Browsers read from an S3 engine directly.
  const confuse =
    obfuscate && input.fSize > 0 && deps.store.kind === 'disk' ? drawConfuseParams(input.fSize, (length) => randomBytes(length)) : null;
  const upload = {
    id: newId(),
    ...target,
    objectKey: `${newId()}-${randomBytes(9).toString('hex')}`,
    token: randomBytes(18).toString('base64url'),
    partSize: plan.partSize,
    partCount: plan.partCount,
    confuse,
  };
  const outcome = await recheckUnlessOwn(deps.database, caller, place, (of) => insertUpload(of, upload));
  if (outcome === 'folderGone') throw new Failure('FILE_NOT_FOUND');
  if (outcome === 'overQuota') return null;
  return {
    id: upload.id,
    user_id: upload.userId,
    visitor_id: upload.visitorId,
    link_id: upload.linkId,
    space_id: upload.spaceId,
    parent_id: upload.parentId,
    name: upload.name,
    size: upload.size,
    md5: upload.md5,
    object_key: upload.objectKey,
    token: upload.token,
    part_size: upload.partSize,
    part_count: upload.partCount,
    confuse,
    store_upload_id: null,
    reserved_bytes: upload.size,
    state: 'open',
    instance_id: null,
    instance_version: null,
    created_at: deps.now(),
    expires_at: deps.now(),
  };
}

/**
 * Reopens an upload whose multipart upload the store has lost meanwhile (an operator's cleanup, a lifecycle rule). An object that is merged
 * but not saved yet is kept. Null if parts were missing when it was merged: objects never change, so the upload can only be aborted.
 */
async function withLiveStoreUpload({ database, store }: UploadDeps, upload: UploadRow): Promise<UploadRow | null> {
  const { store_upload_id: uploadId, object_key: key } = upload;
  if (uploadId === null || (await store.listParts(key, uploadId)) !== null) return upload;
  const merged = await store.head(key);
  if (merged) return merged.size === upload.size ? upload : null;
  await unbindStoreUpload(database, upload.id, uploadId);
  return { ...upload, store_upload_id: null };
}

function toAnswer(deps: UploadDeps, upload: UploadRow, context: UserContext): UploadCheck {
  const step = deps.store.signStep(
    { kind: 'put', key: upload.object_key, token: upload.token },
    { origin: context.origin, now: deps.now() },
  );
  const at = new URL(step.url);
  const single = upload.part_count === 1;
  return {
    uploadflag: uploadFlags.upload,
    bucketName: deps.store.bucket,
    objectKey: upload.object_key,
    uploadHost: at.origin,
    resourcePath: at.pathname,
    partSize: upload.part_size,
    partCount: upload.part_count,
    lastPartSize: upload.size - (upload.part_count - 1) * upload.part_size,
    partChecksum: deps.store.partChecksum,
    bStoreShards: !single,
    bNeedEncryption: upload.confuse !== null,
    confuseParams: upload.confuse,
    syncSpeed: context.caller.speedLimit ?? limits.syncSpeed,
    token: upload.token,
    uploadId: upload.store_upload_id,
    ...(single ? { putAuth: signSteps(deps, upload, [{ kind: 'put' }], context)[0]! } : {}),
  };
}
