import type { BlobId, calls, Instance, RequestOf } from '@alcove/contract';
import { enter, factsRowOfRequest } from '../audit/index.ts';
import { lockFile, lockFolder, presentItem, showInstance, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { recheck, authorisedChild, authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { findSpace, settleReserved } from '../spaces/index.ts';
import { insertContent } from '../contents/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import { folderToRefresh } from '../versions/index.ts';
import type { UploadDeps } from './deps.ts';
import { countAnswered } from './offer-instant.ts';
import { abortUpload } from './abort-upload.ts';
import { askerOf, gathered } from './gathered.ts';
import { addTogether, spaceKey } from './in-one-statement.ts';
import { alone } from './in-set.ts';
import type { OfSet } from './in-set.ts';
import { saveUploads } from './save-queries.ts';
import type { UploadToSave } from './save-queries.ts';
import { saveFile, saveVersion } from './save-file.ts';
import type { SavedInSteps } from './save-file.ts';
import { lookUpSaves } from './lookup-queries.ts';
import type { FoundUpload } from './lookup-queries.ts';
import { recordOf } from './upload-record.ts';
import { lockUpload, markSaved } from './upload-queries.ts';
import { keepArrival, requireReplaces, savedAs } from './visitors.ts';

type Save = RequestOf<typeof calls.upload.upload>;

export const saveUpload = (deps: UploadDeps, input: Save, context: UserContext): Promise<Instance> =>
  alone(deps, input, (item, set) => saveInSet(deps, item, context, set));

/**
 * Saves a merged object as a file. The object is checked first, outside any transaction: a file becomes visible only if its object exists
 * with the announced size. A repeated call returns the same instance (I3).
 * Throws UPLOAD_UNKNOWN, UPLOAD_STEP_WRONG, UPLOAD_INCOMPLETE, UPLOAD_MISMATCH, NAME_TAKEN, FILE_NOT_FOUND, HIGH_INTO_LINK, UPLOAD_REFUSED.
 */
export async function saveInSet(deps: UploadDeps, input: Save, context: UserContext, set: OfSet): Promise<Instance> {
  const { database, store } = deps;
  const { caller } = context;
  const found = await set.together(lookUpTogether, { caller, objectKey: input.objectKey });
  if (!found || input.bucketName !== store.bucket) {
    // When a group is dissolved, its uploads are aborted. The caller gets that as the reason.
    const why = (await authoriseEach(database, context.caller, [input.parentId], 'upload')).get(input.parentId);
    throw why instanceof Failure && why.code === 'GROUP_DISSOLVING' ? why : new Failure('UPLOAD_UNKNOWN');
  }
  const {
    also: { upload, isJudged },
    verdict,
  } = found;
  requireSameUpload(upload, input);
  if (upload.state === 'saved' && upload.instance_id) return showInstance(database, upload.instance_id, context);
  if (verdict instanceof Failure) {
    await abortInOthersSpace(deps, upload, verdict, context);
    throw verdict;
  }
  const { place } = verdict;
  if (place.isFile) requireReplaces(context.caller, input);
  const arriving = { name: savedAs(place, upload.name), size: upload.size, isJudged };
  await deps.judgeArrival(database, place, arriving).catch(async (error: unknown) => {
    // It can go to no other folder, and must not keep quota reserved.
    if (error instanceof Failure) await abortUpload(deps, { bucketName: store.bucket, objectKey: upload.object_key }, context);
    throw error;
  });
  const object = await store.head(upload.object_key);
  if (!object) throw new Failure('UPLOAD_INCOMPLETE');
  if (object.size !== upload.size) throw new Failure('UPLOAD_MISMATCH');

  const verified =
    upload.confuse === null && object.hashes?.md5 === upload.md5 && (input.sha256 ?? object.hashes.sha256) === object.hashes.sha256;
  const known = verified ? object.hashes : undefined;
  const sha256 = known?.sha256 ?? input.sha256 ?? null;
  const content = { bucket: store.bucket, sha256, crc32: known?.crc32 ?? null, verified, noText: known?.noText ?? false };
  const record = recordOf({ ...upload, userId: upload.user_id }, input.spaceName, place);
  const { made, shown, again } = await unlessLost(deps, upload, context, async () => {
    const adding = { caller, folder: place, upload, content, record, facts: factsRowOfRequest() };
    const atOnce = caller.visitor ? null : await set.together(saveTogether, adding);
    if (!verified || !atOnce) deps.wake('verify content');
    if (atOnce) return { made: atOnce, shown: null, again: false };
    return { made: null, ...(await set.inTurn(() => saveInSteps(deps, upload, { place, record }, input, context))) };
  });
  if (!again && !place.isFile) countAnswered(deps, caller, upload.size);
  deps.changes.fileArrived(folderToRefresh(place));
  if (!made) return shown;
  return presentItem(
    authorisedChild(context.caller, place, {
      ...made,
      name: upload.name,
      isFile: true,
      size: upload.size,
      blobId: null,
      updatedAt: made.createdAt,
    }),
  );
}

const lookUpTogether = gathered(lookUpSaves, askerOf);
const saveTogether = gathered(({ database }, added: readonly UploadToSave[]) => addTogether(database, added, saveUploads), spaceKey);

/** Handles what one statement cannot decide: a new version, a numbered name, a repeated save. */
async function saveInSteps(
  { database, store }: UploadDeps,
  upload: FoundUpload,
  { place, record }: { place: ItemContext; record: UploadRecord },
  input: Save,
  context: UserContext,
): Promise<SavedInSteps> {
  return whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const locked = await lockUpload(transaction, upload.id);
      if (locked?.state === 'saved' && locked.instance_id)
        return { shown: await showInstance(transaction, locked.instance_id, context), again: true };
      if (locked?.state !== 'open') throw new Failure('UPLOAD_UNKNOWN');
      if (place.isFile) await lockFile(transaction, upload.parent_id, upload.space_id);
      else await lockFolder(transaction, upload.parent_id, upload.space_id);
      const blobId = newId<BlobId>();
      await insertContent(transaction, {
        id: blobId,
        size: upload.size,
        md5: upload.md5,
        sha256: input.sha256 ?? null,
        crc32: null,
        confuse: upload.confuse,
        bucket: store.bucket,
        objectKey: upload.object_key,
        verified: false,
        noText: false,
      });
      const charge = async (): Promise<void> => {
        await settleReserved(transaction, upload.space_id, upload.reserved_bytes, upload.size);
        await recheck(transaction, context.caller, upload.parent_id, 'upload');
      };
      const file = { blobId, size: upload.size, caller: context.caller };
      const saved = place.isFile
        ? await saveVersion(transaction, { ...file, fileId: place.instanceId, name: place.name }, charge)
        : await saveFile(
            transaction,
            {
              spaceId: upload.space_id,
              parentId: upload.parent_id,
              name: upload.name,
              ...file,
              onConflict: input.onConflict ?? 'fail',
            },
            charge,
          );
      await markSaved(transaction, upload.id, saved.instanceId, saved.version);
      await keepArrival(transaction, context.caller, { ...saved, size: upload.size }, record);
      await enter(transaction, [{ kind: 'item', id: saved.instanceId, detail: { version: saved.version } }]);
      return { shown: await showInstance(transaction, saved.instanceId, context), again: false };
    }),
  );
}

/**
 * A permission that is revoked while the save waits has the same effect as one revoked before: the upload is aborted, for it can go to no
 * other folder.
 */
async function unlessLost<Saved>(deps: UploadDeps, upload: FoundUpload, context: UserContext, save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const verdict = (await authoriseEach(deps.database, context.caller, [upload.parent_id], 'upload')).get(upload.parent_id);
    if (verdict instanceof Failure) await abortInOthersSpace(deps, upload, verdict, context);
    throw error;
  }
}

/**
 * Aborts the upload if the caller may no longer upload to somebody else's space, so that no quota stays reserved there. In their own space
 * the permission may come back, unless the group is being dissolved.
 */
async function abortInOthersSpace(deps: UploadDeps, upload: FoundUpload, verdict: Failure, context: UserContext): Promise<void> {
  const { owner_id: ownerId } = await findSpace(deps.database, upload.space_id);
  if (context.caller.visitor || ownerId !== context.caller.userId || verdict.code === 'GROUP_DISSOLVING')
    await abortUpload(deps, { bucketName: deps.store.bucket, objectKey: upload.object_key }, context);
}

/** The request must repeat what was checked. None of its values is used. */
function requireSameUpload(upload: FoundUpload, input: Save): void {
  const same =
    input.fMd5 === upload.md5 &&
    input.fSize === upload.size &&
    input.fName === upload.name &&
    input.parentId === upload.parent_id &&
    (input.partSize ?? upload.part_size) === upload.part_size &&
    (input.partNum ?? upload.part_count) === upload.part_count;
  if (!same) throw new Failure('UPLOAD_STEP_WRONG');
}
