import type { InstantTicket, UploadPlan } from '@alcove/contract';
import { encodeName, limits, uploadFlags } from '@alcove/contract';
import { inMemory } from './in-memory.ts';
import { CallFailed } from '../ports.ts';
import { proofOf } from './proof.ts';
import { answerLost, withRetries, worthAsking } from '../retry.ts';
import { callOptions, hashWith, memoryKey, readExactly, requireSame, sha256Of } from './run.ts';
import type { Run } from './run.ts';
import { UploadFailed, fromCall } from './errors.ts';

/** Hashes the file and asks the server whether and how it can be uploaded. */
export async function check(run: Run): Promise<void> {
  const { ports, job, attempt, signal, emit } = run;
  if (job.picked.size < limits.smallFile) await readSmall(run);
  const { source, target } = job;
  await requireSame(job);
  job.md5 ??= await rememberedMd5(run);
  job.md5 ??= await hashWith(run, 'md5', (hashedBytes) => emit({ type: 'hashed', attempt, hashedBytes }));
  const md5 = job.md5;

  if (job.unanswered && 'ticket' in job.unanswered) return emit({ type: 'contentKnown', attempt, md5, ticket: job.unanswered.ticket });

  const request = {
    fSize: source.size,
    fName: encodeName(source.name),
    fMd5: md5,
    category: `NetDisk_${target.instanceType}`,
    parentId: target.parentId,
    fileSharingId: target.fileSharingId,
    onConflict: target.onConflict,
  };
  const ask = () => ports.call.check(request, callOptions(run));
  const answer = await withRetries(ask, { host: ports.host, signal, worth: worthAsking(target.linkPath) }).catch((error: unknown) => {
    throw fromCall(error, '[202]');
  });
  signal.throwIfAborted();
  switch (answer.uploadflag) {
    case uploadFlags.known:
      return emit({ type: 'contentKnown', attempt, md5, ticket: answer });
    case uploadFlags.noSpace:
      throw new UploadFailed('[002]', 'Space Not Enough');
    case uploadFlags.upload: {
      if (!isWhole(answer)) throw new UploadFailed('INFO_MISSING', 'Missing file information');
      if (answer.partCount > 1) await rememberUpload(run, md5, answer);
      return emit({ type: 'sessionOpened', attempt, md5, plan: answer });
    }
    case uploadFlags.refused:
      // Specification 1 section 5, for installations whose service configuration refuses empty files.
      if (answer.code === 'FILE_EMPTY')
        throw new UploadFailed('[102]', 'browser memory insufficient, md5 calculation failed', { errcode: answer.errcode });
      throw fromCall(new CallFailed({ errcode: answer.errcode, errmsg: answer.errmsg, status: 200 }), '[202]');
    default:
      throw new UploadFailed('[202]', `unknown uploadflag ${String((answer satisfies never as { uploadflag: unknown }).uploadflag)}`);
  }
}

/** Reading a small file from the browser costs more than hashing and sending it, so it is read once per attempt. */
async function readSmall({ ports, job, signal }: Run): Promise<void> {
  const whole = await ports.file.whole(job.picked, signal).catch(async (cause: unknown) => {
    signal.throwIfAborted();
    await requireSame(job, cause);
    throw new UploadFailed(cause instanceof RangeError ? 'FILE_CHANGED' : 'FILE_MISSING', '', { cause });
  });
  signal.throwIfAborted();
  job.source = inMemory(job.picked, whole.bytes);
  job.md5 = whole.md5;
  job.sha256 = Promise.resolve(whole.sha256);
}

/** An answer with missing fields must not lead to requests for another object or another size. */
const isWhole = (plan: UploadPlan): boolean =>
  [plan.bucketName, plan.objectKey, plan.resourcePath, plan.token].every(Boolean) &&
  [plan.partSize, plan.partCount].every((number) => Number.isSafeInteger(number) && number > 0) &&
  Number.isSafeInteger(plan.lastPartSize);

/**
 * Remembers what a resume after a reload needs. Single-request uploads start over instead: remembering them would cost more than sending
 * them.
 */
async function rememberUpload({ ports, job: { source, target } }: Run, md5: string, plan: UploadPlan): Promise<void> {
  const { bucketName, objectKey, uploadId } = plan;
  const { name, size, lastModified } = source;
  const savedAt = ports.host.now();
  const remembered = { key: memoryKey(source, target), name, size, lastModified, target, md5, bucketName, objectKey, uploadId, savedAt };
  await ports.memory.remember(remembered).catch(() => {}); // with a full or forbidden memory, only the resume after a reload is lost
}

/**
 * The hash of the same file in the same place, computed before a reload. Size and time identify the file, and the server verifies what it
 * stores.
 */
async function rememberedMd5({ ports, job: { source, target } }: Run): Promise<string | null> {
  if (source.size <= limits.partSize) return null;
  const remembered = await ports.memory.recall(memoryKey(source, target)).catch(() => null);
  return remembered && remembered.size === source.size && remembered.lastModified === source.lastModified ? remembered.md5 : null;
}

/** Instant transfer: proves possession of the file, and saves it. */
export async function prove(run: Run, ticket: InstantTicket): Promise<void> {
  const { ports, job, attempt, signal, emit } = run;
  const { source, target } = job;
  const sha256 = await sha256Of(run, (hashedBytes) => emit({ type: 'hashed', attempt, hashedBytes }));
  const proof = await proofOf(ticket.proof, (start, length) => readExactly(job, start, length));
  const request = {
    fileId: ticket.fileId,
    parentId: target.parentId,
    instanceType: target.instanceType,
    fileName: encodeName(source.name),
    category: `NetDisk_${target.instanceType}`,
    fileSharingId: target.fileSharingId,
    sha256,
    proof,
    onConflict: target.onConflict,
    spaceName: target.path?.[0] || undefined,
  };
  const ask = () => ports.call.second(request, callOptions(run));
  job.unanswered = { ticket };
  try {
    // Repeats with the same ticket create only one file; a refusal invalidates the ticket.
    const instance = await withRetries(ask, { host: ports.host, signal, worth: answerLost });
    emit({ type: 'saved', attempt, instance });
  } catch (error) {
    if (!signal.aborted && !answerLost(error)) job.unanswered = null;
    throw fromCall(error, '[202]');
  }
}
