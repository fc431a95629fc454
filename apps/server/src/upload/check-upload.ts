import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { failures, failureText, limits, nameFault, partPlan } from '@alcove/contract';
import type { FailureCode, RequestOf, UploadCheck , calls} from '@alcove/contract';
import { drawConfuseParams } from '@alcove/transfer';
import { findChild } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { authorise } from '../permission/index.ts';
import type { Place } from '../permission/index.ts';
import { findContent } from './content-queries.ts';
import type { UploadDeps } from './deps.ts';
import { signSteps } from './sign-upload.ts';
import { findUnfinished, insertUpload } from './upload-queries.ts';
import type { UploadRow } from './upload-queries.ts';

type Check = RequestOf<typeof calls.upload.checkUploadAble>;

/**
 * Asks whether a file can be uploaded, and how (specification 1 section 4, upload flow step 2). What forbids it is flag '4' with
 * its reason; only what the caller must not know of is thrown (FILE_NOT_FOUND).
 */
export async function checkUpload(deps: UploadDeps, input: Check, context: UserContext): Promise<UploadCheck> {
  try {
    const { place } = await authorise(deps.database, context.caller, input.parentId, 'upload');
    if (place.isFile) throw new Failure('NOT_A_FOLDER');
    await requireUploadable(deps, place, input);
    const known = input.fSize > 0 ? await findContent(deps.database, input.fMd5, input.fSize, input.sha256) : undefined;
    if (known) return (await hasRoom(deps, place, input.fSize)) ? await offerInstant(deps, place, known.id, input.fSize, context) : { uploadflag: '2' };
    const upload = await registerUpload(deps, place, input, context);
    return upload ? toAnswer(deps, upload, context) : { uploadflag: '2' };
  } catch (error) {
    if (!(error instanceof Failure) || failures[error.code].status !== 200 || error.code === 'FILE_NOT_FOUND') throw error;
    return refused(error.code, context, error.details);
  }
}

function refused(code: FailureCode, { language }: UserContext, details: Record<string, string | number>): UploadCheck {
  return { uploadflag: '4', code, errcode: failures[code].errcode, errmsg: failureText(code, language, details) };
}

async function requireUploadable({ database }: UploadDeps, place: Place, input: Check): Promise<void> {
  const fault = nameFault(input.fName);
  if (fault) throw new Failure(fault, { limit: limits.nameLength });
  if (input.fSize > limits.fileBytes) throw new Failure('FILE_TOO_LARGE');
  if (place.ancestors.length + 1 > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
  if (input.onConflict === 'rename') return;
  const existing = await findChild(database, place.instanceId, input.fName);
  if (existing && (input.onConflict !== 'version' || !existing.is_file)) throw new Failure('NAME_TAKEN');
}

async function hasRoom({ database }: UploadDeps, place: Place, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`select quota_bytes is null or used_bytes + reserved_bytes + ${bytes} <= quota_bytes as fits from space where id = ${place.spaceId}`.execute(database);
  return rows[0]?.fits ?? false;
}

const provedRanges = { count: 4, bytes: 65_536 };

/** A ticket for one use by this person into this folder: the proof is over ranges that nobody could foresee. */
async function offerInstant({ database }: UploadDeps, place: Place, blobId: string, size: number, { caller }: UserContext): Promise<UploadCheck> {
  const ranges: [number, number][] =
    size <= provedRanges.bytes ? [[0, size]] : Array.from({ length: provedRanges.count }, () => [randomInt(0, size - provedRanges.bytes + 1), provedRanges.bytes]);
  const ticket = { id: randomBytes(24).toString('base64url'), nonce: randomBytes(24).toString('base64url') };
  await database
    .insertInto('instant_ticket')
    .values({ ...ticket, user_id: caller.userId, parent_id: place.instanceId, blob_id: blobId, ranges: JSON.stringify(ranges), instance_id: null, expires_at: sql<Date>`now() + interval '1 hour'` })
    .execute();
  return { uploadflag: '1', fileId: ticket.id, proof: { nonce: ticket.nonce, ranges } };
}

/** The caller's unfinished upload of the same content to the same name, or a new one. Null: not enough space. */
async function registerUpload(deps: UploadDeps, place: Place, input: Check, { caller }: UserContext): Promise<UploadRow | null> {
  const target = { userId: caller.userId, parentId: place.instanceId, name: input.fName, md5: input.fMd5, size: input.fSize };
  const unfinished = input.fSize > limits.partSize ? await findUnfinished(deps.database, target) : undefined;
  if (unfinished) return unfinished;
  const plan = partPlan(input.fSize);
  const confuse = input.fSize > 0 && (await deps.obfuscates()) ? drawConfuseParams(input.fSize, (length) => randomBytes(length)) : null;
  const upload = {
    id: newId(), ...target, spaceId: place.spaceId, objectKey: `${newId()}-${randomBytes(9).toString('hex')}`, token: randomBytes(18).toString('base64url'),
    partSize: plan.partSize, partCount: plan.partCount, confuse,
  };
  if (!(await insertUpload(deps.database, upload))) return null;
  return {
    id: upload.id, user_id: upload.userId, space_id: upload.spaceId, parent_id: upload.parentId, name: upload.name, size: upload.size, md5: upload.md5, object_key: upload.objectKey, token: upload.token,
    part_size: upload.partSize, part_count: upload.partCount, confuse, store_upload_id: null, reserved_bytes: upload.size, state: 'open', instance_id: null, instance_version: null,
    created_at: deps.now(), expires_at: deps.now(),
  };
}

function toAnswer(deps: UploadDeps, upload: UploadRow, context: UserContext): UploadCheck {
  const step = deps.store.signStep({ kind: 'put', key: upload.object_key, token: upload.token }, { origin: context.origin, now: deps.now() });
  const at = new URL(step.url);
  const single = upload.part_count === 1;
  return {
    uploadflag: '3', bucketName: deps.store.bucket, objectKey: upload.object_key, uploadHost: at.origin, resourcePath: at.pathname,
    partSize: upload.part_size, partCount: upload.part_count, lastPartSize: upload.size - (upload.part_count - 1) * upload.part_size,
    partChecksum: deps.store.partChecksum, bStoreShards: !single, bNeedEncryption: upload.confuse !== null, confuseParams: upload.confuse,
    syncSpeed: context.caller.speedLimit ?? limits.syncSpeed, token: upload.token, uploadId: upload.store_upload_id,
    ...(single ? { putAuth: signSteps(deps, upload, [{ kind: 'put' }], context)[0]! } : {}),
  };
}
