import type { Transaction } from 'kysely';
import { partPlan } from '@alcove/contract';
import type { BlobId, calls, Instance, InstanceId, RequestOf } from '@alcove/contract';
import { enter, factsRowOfRequest } from '../audit/index.ts';
import { insertContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { lockFile, lockFolder, presentItem, showInstance, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { recheck, authorisedChild, authoriseEach } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { chargeQuota, findSpace, settleReserved } from '../spaces/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import { folderToRefresh } from '../versions/index.ts';
import type { UploadDeps } from './deps.ts';
import { countAnswered } from './offer-instant.ts';
import { abortUpload } from './abort-upload.ts';
import { countSaved } from './check-upload.ts';
import { askerOf, gathered } from './gathered.ts';
import { addTogether, spaceKey } from './in-one-statement.ts';
import { alone } from './in-set.ts';
import type { OfSet } from './in-set.ts';
import { keepOutcome, takePlanned } from './planned-queries.ts';
import type { Taken } from './planned-queries.ts';
import { savePlanned, saveUploads } from './save-queries.ts';
import type { Sent, UploadToSave } from './save-queries.ts';
import { saveFile, saveVersion } from './save-file.ts';
import type { SavedInSteps } from './save-file.ts';
import { lookUpPlanned, lookUpSaves } from './lookup-queries.ts';
import { planOf } from './signed-plans.ts';
import { recordOf } from './upload-record.ts';
import { lockUpload, markSaved } from './upload-queries.ts';
import { keepArrival, requireReplaces, savedAs } from './visitors.ts';

type Save = RequestOf<typeof calls.upload.upload>;

export const saveUpload = (deps: UploadDeps, input: Save, context: UserContext): Promise<Instance> =>
  alone(deps, input, (item, set) => saveInSet(deps, item, context, set));

/**
 * Saves a merged object as a file. The object is checked first, outside any transaction: a file becomes visible only if its object exists
 * with the announced size. A repeated call returns the same instance (I3).
 * Throws UPLOAD_UNKNOWN, UPLOAD_STEP_WRONG, UPLOAD_INCOMPLETE, UPLOAD_MISMATCH, SPACE_NOT_ENOUGH, NAME_TAKEN, FILE_NOT_FOUND, HIGH_INTO_LINK,
 * UPLOAD_REFUSED.
 */
export async function saveInSet(deps: UploadDeps, input: Save, context: UserContext, set: OfSet): Promise<Instance> {
  const { database, store } = deps;
  const { caller } = context;
  const found = await findSending(deps, input, context, set);
  if ('savedId' in found) return showInstance(database, found.savedId, context);
  const { sent, verdict, isJudged } = found;
  if (verdict instanceof Failure) {
    await abortInOthersSpace(deps, sent, verdict, context);
    throw verdict;
  }
  const { place } = verdict;
  if (place.isFile) requireReplaces(caller, input);
  const arriving = { name: savedAs(place, sent.name), size: sent.size, isJudged };
  await deps.judgeArrival(database, place, arriving).catch(async (error: unknown) => {
    // It can go to no other folder, and must not keep quota reserved.
    if (error instanceof Failure) await abortUpload(deps, { bucketName: store.bucket, objectKey: sent.objectKey }, context);
    throw error;
  });
  const object = await store.head(sent.objectKey);
  if (!object) throw new Failure('UPLOAD_INCOMPLETE');
  if (object.size !== sent.size) throw new Failure('UPLOAD_MISMATCH');

  const verified =
    sent.confuse === null && object.hashes?.md5 === sent.md5 && (input.sha256 ?? object.hashes.sha256) === object.hashes.sha256;
  const known = verified ? object.hashes : undefined;
  const sha256 = known?.sha256 ?? input.sha256 ?? null;
  const content = { bucket: store.bucket, sha256, crc32: known?.crc32 ?? null, verified, noText: known?.noText ?? false };
  const record = recordOf(sent, input.spaceName, place);
  const { made, shown, again } = await unlessLost(deps, sent, context, async () => {
    const adding = { caller, folder: place, sent, content, record, facts: factsRowOfRequest() };
    const atOnce = caller.visitor ? null : await set.together(sent.row ? saveTogether : savePlannedTogether, adding);
    if (!verified || !atOnce) deps.wake('verify content');
    if (atOnce) return { made: atOnce, shown: null, again: false };
    return { made: null, ...(await set.inTurn(() => saveInSteps(deps, sent, { place, record }, input, context))) };
  });
  if (!again && !place.isFile) countAnswered(deps, caller, sent.size);
  if (!again && !sent.row) countSaved(deps, caller, sent.objectKey);
  deps.changes.fileArrived(folderToRefresh(place));
  if (!made) return shown;
  return presentItem(
    authorisedChild(context.caller, place, {
      ...made,
      name: sent.name,
      isFile: true,
      size: sent.size,
      blobId: null,
      updatedAt: made.createdAt,
    }),
  );
}

/** What the caller sent and may have saved before. */
type Sending = { savedId: InstanceId } | { sent: Sent; verdict: Authorised | Failure; isJudged: boolean };

const findSending = async (deps: UploadDeps, input: Save, context: UserContext, set: OfSet): Promise<Sending> => {
  const found = isPlanned(deps, input, context)
    ? await findPlanned(deps, input, context, set)
    : await findRegistered(deps, input, context, set);
  if (found) return found;
  // When a group is dissolved, its uploads are aborted. The caller gets that as the reason.
  const why = (await authoriseEach(deps.database, context.caller, [input.parentId], 'upload')).get(input.parentId);
  throw why instanceof Failure && why.code === 'GROUP_DISSOLVING' ? why : new Failure('UPLOAD_UNKNOWN');
};

const isPlanned = (deps: UploadDeps, { objectKey, bucketName }: Save, { caller }: UserContext): boolean =>
  bucketName === deps.store.bucket && planOf(deps, objectKey, caller) !== null;

async function findRegistered({ store }: UploadDeps, input: Save, { caller }: UserContext, set: OfSet): Promise<Sending | null> {
  const found = await set.together(lookUpTogether, { caller, objectKey: input.objectKey });
  if (!found || input.bucketName !== store.bucket) return null;
  const { upload, isJudged } = found.also;
  const { id, space_id: spaceId, reserved_bytes: reservedBytes, user_id: userId, parent_id: parentId, object_key: objectKey } = upload;
  const { name, md5, size, confuse, part_size: partSize, part_count: partCount } = upload;
  requireSame(input, { parentId, name, md5, size, partSize, partCount });
  if (upload.state === 'saved' && upload.instance_id) return { savedId: upload.instance_id };
  const row = { id, spaceId, reservedBytes };
  return { sent: { objectKey, userId, parentId, name, md5, size, confuse, row }, verdict: found.verdict, isJudged };
}

/** A small upload has no row. What the request repeats is compared with what was signed. */
async function findPlanned({ plans }: UploadDeps, input: Save, { caller }: UserContext, set: OfSet): Promise<Sending | null> {
  const { objectKey, parentId, fName: name, fMd5: md5, fSize: size } = input;
  const planned = { userId: caller.userId, parentId, name, md5, size };
  if (!plans.isOf(objectKey, planned)) throw new Failure('UPLOAD_STEP_WRONG');
  requireSame(input, { ...planned, ...partPlan(size) });
  const found = await set.together(lookUpPlannedTogether, { caller, objectKey, parentId });
  if (!found) return null;
  const { savedId, isJudged } = found.also;
  if (savedId) return { savedId };
  return { sent: { ...planned, objectKey, confuse: null, row: null }, verdict: found.verdict, isJudged };
}

const lookUpTogether = gathered(lookUpSaves, askerOf);
const lookUpPlannedTogether = gathered(lookUpPlanned, askerOf);
const saveTogether = gathered(({ database }, added: readonly UploadToSave[]) => addTogether(database, added, saveUploads), spaceKey);
const savePlannedTogether = gathered(
  ({ database, plans: { mark } }, added: readonly UploadToSave[]) =>
    addTogether(database, added, (on, some) => savePlanned(on, some, mark)),
  spaceKey,
);

/** Handles what one statement cannot decide: a new version, a numbered name, a repeated save. */
async function saveInSteps(
  { database, store, plans }: UploadDeps,
  sent: Sent,
  { place, record }: { place: ItemContext; record: UploadRecord },
  input: Save,
  context: UserContext,
): Promise<SavedInSteps> {
  const { objectKey, parentId, name, md5, size, confuse, row } = sent;
  const spaceId = row?.spaceId ?? place.spaceId;
  return whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const taken = row ? await takeRow(transaction, row.id) : await takePlanned(transaction, { objectKey, mark: plans.mark });
      if (taken.state === 'saved') return { shown: await showInstance(transaction, taken.instanceId, context), again: true };
      if (taken.state === 'over') throw new Failure('UPLOAD_UNKNOWN');
      if (place.isFile) await lockFile(transaction, parentId, spaceId);
      else await lockFolder(transaction, parentId, spaceId);
      const blobId = newId<BlobId>();
      await insertContent(transaction, {
        id: blobId,
        size,
        md5,
        sha256: input.sha256 ?? null,
        crc32: null,
        confuse,
        bucket: store.bucket,
        objectKey,
        verified: false,
        noText: false,
      });
      const charge = async (): Promise<void> => {
        if (row) await settleReserved(transaction, spaceId, row.reservedBytes, size);
        else if (!(await chargeQuota(transaction, spaceId, size))) throw new Failure('SPACE_NOT_ENOUGH');
        await recheck(transaction, context.caller, parentId, 'upload');
      };
      const file = { blobId, size, caller: context.caller };
      const saved = place.isFile
        ? await saveVersion(transaction, { ...file, fileId: place.instanceId, name: place.name }, charge)
        : await saveFile(transaction, { spaceId, parentId, name, ...file, onConflict: input.onConflict ?? 'fail' }, charge);
      if (row) await markSaved(transaction, row.id, saved.instanceId, saved.version);
      else await keepOutcome(transaction, objectKey, saved.instanceId);
      await keepArrival(transaction, context.caller, { ...saved, size }, record);
      await enter(transaction, [{ kind: 'item', id: saved.instanceId, detail: { version: saved.version } }]);
      return { shown: await showInstance(transaction, saved.instanceId, context), again: false };
    }),
  );
}

async function takeRow(transaction: Transaction<Tables>, id: string): Promise<Taken> {
  const locked = await lockUpload(transaction, id);
  if (locked?.state === 'saved' && locked.instance_id) return { state: 'saved', instanceId: locked.instance_id };
  return { state: locked?.state === 'open' ? 'open' : 'over' };
}

/**
 * A permission that is revoked while the save waits has the same effect as one revoked before: the upload is aborted, for it can go to no
 * other folder.
 */
async function unlessLost<Saved>(deps: UploadDeps, sent: Sent, context: UserContext, save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const verdict = (await authoriseEach(deps.database, context.caller, [sent.parentId], 'upload')).get(sent.parentId);
    if (verdict instanceof Failure) await abortInOthersSpace(deps, sent, verdict, context);
    throw error;
  }
}

/**
 * Aborts the upload if the caller may no longer upload to somebody else's space, so that no quota stays reserved there. In their own space
 * the permission may come back, unless the group is being dissolved. A small upload has reserved nothing.
 */
async function abortInOthersSpace(deps: UploadDeps, { objectKey, row }: Sent, verdict: Failure, context: UserContext): Promise<void> {
  const { caller } = context;
  const isInOthers = row !== null && (caller.visitor || (await findSpace(deps.database, row.spaceId)).owner_id !== caller.userId);
  if (isInOthers || verdict.code === 'GROUP_DISSOLVING') await abortUpload(deps, { bucketName: deps.store.bucket, objectKey }, context);
}

/** The request must repeat what was checked. None of its values is used. */
function requireSame(input: Save, of: Pick<Sent, 'md5' | 'size' | 'name' | 'parentId'> & { partSize: number; partCount: number }): void {
  const same =
    input.fMd5 === of.md5 &&
    input.fSize === of.size &&
    input.fName === of.name &&
    input.parentId === of.parentId &&
    (input.partSize ?? of.partSize) === of.partSize &&
    (input.partNum ?? of.partCount) === of.partCount;
  if (!same) throw new Failure('UPLOAD_STEP_WRONG');
}
