import { randomBytes } from 'node:crypto';
import { failures, limits, nameFault, partPlan, uploadFlags } from '@alcove/contract';
import type { RequestOf, UploadCheck, calls } from '@alcove/contract';
import { drawConfuseParams } from '@alcove/transfer';
import { Failure, makerOf, refusal } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import type { UploadDeps } from './deps.ts';
import { offerInstant } from './offer-instant.ts';
import { endOpenUpload } from './abort-upload.ts';
import { askerOf, gathered } from './gathered.ts';
import { addTogether, spaceKey } from './in-one-statement.ts';
import { alone } from './in-set.ts';
import type { OfSet } from './in-set.ts';
import { signSteps } from './sign-upload.ts';
import { lookUpChecks } from './lookup-queries.ts';
import type { CheckFacts } from './lookup-queries.ts';
import { findUnfinished, insertUploads, unbindStoreUpload, whyNot } from './upload-queries.ts';
import type { NewUpload, OpenUpload, UploadRow, UploadToRegister } from './upload-queries.ts';
import { requireFitsLink, requireReplaces, savedAs } from './visitors.ts';

type Check = RequestOf<typeof calls.upload.checkUploadAble>;

export const checkUpload = (deps: UploadDeps, input: Check, context: UserContext): Promise<UploadCheck> =>
  alone(deps, input, (item, set) => checkInSet(deps, item, context, set));

/**
 * Checks whether and how a file can be uploaded (specification 1 section 4, upload flow step 2). A refusal is returned as flag '4' with its
 * reason. Only what the caller must not know about is thrown (FILE_NOT_FOUND).
 */
export async function checkInSet(deps: UploadDeps, input: Check, context: UserContext, set: OfSet): Promise<UploadCheck> {
  try {
    const fault = nameFault(input.fName);
    if (fault) throw new Failure(fault, { limit: limits.nameLength });
    if (input.fSize > limits.fileBytes) throw new Failure('FILE_TOO_LARGE');
    const { emptyFiles, storageEncryption } = await deps.serviceConfig();
    if (input.fSize === 0 && !emptyFiles) throw new Failure('FILE_EMPTY');
    const found = await set.together(lookUpTogether, {
      caller: context.caller,
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
    const offer = place.isFile ? null : await offerInstant(deps, place, facts, { name: input.fName, size: input.fSize }, context);
    if (offer) return offer;
    const upload = await registerUpload(deps, set, place, { obfuscate: storageEncryption }, facts, input, context);
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

/** Smaller ones are written together by threads of the storage host. Their checks are signed, not kept (`signed-plans.ts`). */
const smallBytes = 256 * 1024;

/**
 * So many small uploads of one person may be open beside each other, and so many be given up each minute in the long run. Their quota is not reserved, and
 * what nobody saves lies in the store for some days, so whoever asks for more gets rows.
 */
const unsavedPlans = { perMinute: 1, minutes: 1000 } as const;

/** A small upload is saved, which closes it. */
export function countSaved(deps: Pick<UploadDeps, 'unsavedPlans' | 'expectedStrays'>, { userId }: Caller, objectKey: string): void {
  deps.unsavedPlans.giveBack(userId, unsavedPlans);
  deps.expectedStrays.settled(objectKey);
}

/** Returns the caller's unfinished upload of the same content to the same name, or a new one. Null: not enough storage. */
async function registerUpload(
  deps: UploadDeps,
  set: OfSet,
  place: ItemContext,
  { obfuscate }: { obfuscate: boolean },
  facts: CheckFacts,
  input: Check,
  { caller }: UserContext,
): Promise<OpenUpload | null> {
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
  const isSmall = input.fSize <= smallBytes && !caller.visitor && !place.isFile && !confuse;
  if (isSmall && deps.unsavedPlans.take(caller.userId, unsavedPlans) === 0) {
    if (!facts.fits) return null;
    const plan = deps.plans.sign(target);
    deps.expectedStrays.planned(plan.objectKey);
    return openUpload(plan);
  }
  const upload = {
    id: newId(),
    ...target,
    objectKey: `${newId()}-${randomBytes(9).toString('hex')}`,
    token: randomBytes(18).toString('base64url'),
    partSize: plan.partSize,
    partCount: plan.partCount,
    confuse,
  };
  return (await set.together(registerTogether, { caller, folder: place, upload })) === null ? null : openUpload(upload);
}

/** An upload of which nothing has arrived. */
function openUpload({
  objectKey,
  token,
  size,
  confuse = null,
}: Pick<NewUpload, 'objectKey' | 'token' | 'size'> & Partial<Pick<NewUpload, 'confuse'>>): OpenUpload {
  const { partSize, partCount } = partPlan(size);
  return { object_key: objectKey, token, size, part_size: partSize, part_count: partCount, confuse, store_upload_id: null };
}

/** Null: not enough storage. */
async function registerAll(
  { database }: Pick<UploadDeps, 'database'>,
  added: readonly UploadToRegister[],
): Promise<('registered' | null | Failure)[]> {
  const outcomes = await addTogether(database, added, insertUploads);
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome !== null) continue;
    // Where all of them do not fit, some may.
    if (added.length > 1) outcomes[at] = (await registerAll({ database }, [added[at]!]))[0]!;
    else if ((await whyNot(database, added[at]!.upload)) === 'folderGone') outcomes[at] = new Failure('FILE_NOT_FOUND');
  }
  return outcomes;
}

const registerTogether = gathered(registerAll, spaceKey);
const lookUpTogether = gathered(lookUpChecks, askerOf);

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

function toAnswer(deps: UploadDeps, upload: OpenUpload, context: UserContext): UploadCheck {
  const single = upload.part_count === 1;
  const [putAuth] = single ? signSteps(deps, upload, [{ kind: 'put' }], context) : [];
  const step = { kind: 'put', key: upload.object_key, token: upload.token } as const;
  const at = new URL(putAuth?.url ?? deps.store.signStep(step, { origin: context.origin, now: deps.now() }).url);
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
    ...(putAuth ? { putAuth } : {}),
  };
}
