import type { UploadPlan } from '@alcove/contract';
import { encodeName, extensionOf, failures } from '@alcove/contract';
import type { Session } from './item-machine.ts';
import { answerLost, withRetries, worthAsking } from '../retry.ts';
import { callOptions, memoryKey, requireSame, saveUnanswered, sha256Of } from './run.ts';
import type { Run } from './run.ts';
import { resourceUri } from './signatures.ts';
import { listParts, lost, sendSigned, signedOnce, worthSending } from './store-steps.ts';
import { SessionLost, UploadFailed, asError, fromCall, isStepWrong } from './errors.ts';
import { buildCompleteMultipart } from './xml.ts';

/** Merges the parts and saves the file, after waiting for the SHA-256 that is computed during the transfer. */
export async function mergeAndSave(run: Run, session: Session): Promise<void> {
  const { job, signal } = run;
  const hashing = sha256Of(run);
  hashing.catch(() => {});
  const uploadId = session.uploadId ?? (job.store?.objectKey === session.plan.objectKey ? job.store.uploadId : null);
  const merged = session.plan.partCount === 1 || saveUnanswered(job, session.plan) || (await merge(run, session.plan, uploadId));
  const sha256 = await hashing;
  signal.throwIfAborted();
  await requireSame(job);
  await save(run, session, uploadId, sha256).catch((error: unknown) => {
    // Neither mergeable nor merged: the parts are gone.
    if (!merged && error instanceof UploadFailed && error.error.errcode === failures.UPLOAD_INCOMPLETE.errcode)
      throw new SessionLost('the parts are gone', { cause: error });
    throw error;
  });
}

/** Returns false when the store no longer knows the upload. It forgets merged uploads, so the save then decides. */
async function merge(run: Run, plan: UploadPlan, uploadId: string | null): Promise<boolean> {
  const { ports, job, signal } = run;
  if (!uploadId) throw new SessionLost('no upload to merge');
  const etags = new Map(job.store?.uploadId === uploadId ? job.store.etags : []);
  try {
    if (etags.size < plan.partCount || [...etags.values()].includes(''))
      for (const part of await listParts(run, plan, uploadId)) etags.set(part.partNumber, part.etag);
  } catch (error) {
    if (error instanceof SessionLost || isStepWrong(error)) return false;
    throw error;
  }
  if ([...etags.values()].filter(Boolean).length < plan.partCount)
    throw new UploadFailed('PARTS_LOST', 'lost part information after upload');
  const body = new TextEncoder().encode(buildCompleteMultipart([...etags].map(([partNumber, etag]) => ({ partNumber, etag }))));
  const step = signedOnce(run, plan, 'merge', resourceUri(plan, 'merge', uploadId), '[203]');
  try {
    // Safe to repeat when only its answer was lost: the store says that it is merged, or no longer knows the upload.
    await withRetries(() => sendSigned(run, { method: 'POST', ...step, body, signal }), {
      host: ports.host,
      signal,
      worth: worthSending,
    });
    return true;
  } catch (error) {
    const shown = asError(error, '[305]');
    if (lost(error) || shown instanceof SessionLost || isStepWrong(shown)) return false;
    throw shown;
  }
}

async function save(run: Run, { md5, plan }: Session, uploadId: string | null, sha256: string): Promise<void> {
  const { ports, job, attempt, signal, emit } = run;
  const { source, target } = job;
  const request = {
    fMd5: md5,
    sha256,
    bucketName: plan.bucketName,
    objectKey: plan.objectKey,
    fType: extensionOf(source.name),
    fSize: source.size,
    fName: encodeName(source.name),
    category: `NetDisk_${target.instanceType}`,
    partSize: plan.partSize,
    partNum: plan.partCount,
    lastPartSize: plan.lastPartSize,
    parentId: target.parentId,
    instanceType: target.instanceType,
    classifierId: 'File' as const,
    fileSharingId: target.fileSharingId,
    bStoreShards: plan.bStoreShards ? '1' : '0',
    uploadId: uploadId ?? undefined,
    onConflict: target.onConflict,
    spaceName: target.path?.[0] || undefined,
  };
  const once = () => ports.call.save(request, callOptions(run));
  const worthRepeating = worthAsking(target.linkPath);
  job.unanswered = { objectKey: plan.objectKey };
  try {
    // Repeated saves create only one file.
    const worth = (error: unknown): boolean => answerLost(error) || worthRepeating(error);
    const instance = await withRetries(once, { host: ports.host, signal, worth });
    // Before the event, because its receiver may close the page at once.
    if (plan.partCount > 1) await ports.memory.forget(memoryKey(source, target)).catch(() => {});
    emit({ type: 'saved', attempt, instance });
  } catch (error) {
    if (!signal.aborted && !answerLost(error)) job.unanswered = null;
    throw fromCall(error, 'SAVE_FAILED');
  }
}
