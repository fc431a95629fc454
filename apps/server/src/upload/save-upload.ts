import type { calls } from '@alcove/contract';
import type { Instance, RequestOf } from '@alcove/contract';
import { holdFolder, showInstance } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { authorise } from '../permission/index.ts';
import { insertContent } from './content-queries.ts';
import type { UploadDeps } from './deps.ts';
import { saveFile } from './save-file.ts';
import { findUpload, lockUpload, markSaved, settleSpace } from './upload-queries.ts';
import type { UploadRow } from './upload-queries.ts';

type Save = RequestOf<typeof calls.upload.upload>;

/**
 * Makes a file of a merged object. The object is looked at first, outside any transaction: only what is really there, with the
 * size that was announced, becomes visible. Sent twice it answers the same instance (I3).
 * Throws UPLOAD_UNKNOWN, UPLOAD_STEP_WRONG, UPLOAD_INCOMPLETE, UPLOAD_MISMATCH, NAME_TAKEN, FILE_NOT_FOUND.
 */
export async function saveUpload(deps: UploadDeps, input: Save, context: UserContext): Promise<Instance> {
  const { database, store } = deps;
  const upload = await findUpload(database, context.caller.userId, input.objectKey);
  if (!upload || upload.state === 'removing' || input.bucketName !== store.bucket) throw new Failure('UPLOAD_UNKNOWN');
  requireSameUpload(upload, input);
  if (upload.state === 'saved' && upload.instance_id) return showInstance(database, upload.instance_id, context);
  const { place } = await authorise(database, context.caller, upload.parent_id, 'upload');
  const object = await store.head(upload.object_key);
  if (!object) throw new Failure('UPLOAD_INCOMPLETE');
  if (object.size !== upload.size) throw new Failure('UPLOAD_MISMATCH');
  const instanceId = await database.transaction().execute(async (transaction) => {
    const locked = await lockUpload(transaction, upload.id);
    if (locked?.state === 'saved' && locked.instance_id) return locked.instance_id;
    if (locked?.state !== 'open') throw new Failure('UPLOAD_UNKNOWN');
    await holdFolder(transaction, upload.parent_id);
    const blobId = newId();
    await insertContent(transaction, { id: blobId, size: upload.size, md5: upload.md5, sha256: input.sha256 ?? null, confuse: upload.confuse, bucket: store.bucket, objectKey: upload.object_key });
    const saved = await saveFile(transaction, {
      spaceId: place.spaceId, parentId: upload.parent_id, name: upload.name, blobId, size: upload.size, userId: context.caller.userId, onConflict: input.onConflict ?? 'fail',
    });
    await settleSpace(transaction, upload.space_id, upload.reserved_bytes, upload.size);
    await markSaved(transaction, upload.id, saved.instanceId, saved.version);
    return saved.instanceId;
  });
  deps.contentArrived();
  return showInstance(database, instanceId, context);
}

/** What the save says must be what was checked: nothing of it is taken over. */
function requireSameUpload(upload: UploadRow, input: Save): void {
  const same =
    input.fMd5 === upload.md5 && input.fSize === upload.size && input.fName === upload.name && input.parentId === upload.parent_id &&
    (input.partSize ?? upload.part_size) === upload.part_size && (input.partNum ?? upload.part_count) === upload.part_count;
  if (!same) throw new Failure('UPLOAD_STEP_WRONG');
}
