import type { UploadPlan } from '@alcove/contract';
import { limits } from '@alcove/contract';
import type { Session } from './item-machine.ts';
import { pointsFit } from './obfuscation.ts';
import type { PartWork, StoreAnswer } from '../ports.ts';
import { withRetries } from '../retry.ts';
import { memoryKey, prepared, requireSame, saveUnanswered, sha256Of } from './run.ts';
import type { Run } from './run.ts';
import { resourceUri, signaturesOf } from './signatures.ts';
import { StoreRefused, initiate, listParts, lost, sendSigned, signedOnce, worthSending } from './store-steps.ts';
import type { StoreStep } from './store-steps.ts';
import { SessionLost, UploadFailed, asError, isStepWrong } from './errors.ts';

/** Sends what the store does not have yet. Emits `allPartsSent` at the end; throws on failure. */
export async function sendParts(run: Run, session: Session): Promise<void> {
  await requireSame(run.job);
  if (!saveUnanswered(run.job, session.plan))
    await (session.plan.partCount > 1 ? sendMultipart(run, session) : sendSingle(run, session.plan));
  run.signal.throwIfAborted();
  run.emit({ type: 'allPartsSent', attempt: run.attempt });
}

/** Throws UploadFailed when the server's obfuscation points are not inside the file. */
function workOf({ job }: Run, plan: UploadPlan, start: number, length: number): PartWork {
  const params = plan.bNeedEncryption ? plan.confuseParams : null;
  if (plan.bNeedEncryption && (!params || !pointsFit(params, job.source.size)))
    throw new UploadFailed('CONFUSE_BOUNDS', 'Array out of bounds');
  return { start, length, confuse: params, checksum: plan.partChecksum };
}

async function sendSingle(run: Run, plan: UploadPlan): Promise<void> {
  const { ports, job, attempt, signal, emit } = run;
  sha256Of(run).catch(() => {}); // awaited by the merge
  const { body, headers } = await prepared(run, workOf(run, plan, 0, job.source.size));
  const step = signedOnce(run, plan, 'put', resourceUri(plan, 'put', null));
  const onProgress = (sentBytes: number): void => emit({ type: 'sent', attempt, sentBytes });
  try {
    await withRetries(() => sendBody(run, { ...step, body, headers, onProgress, signal }), {
      host: ports.host,
      signal,
      worth: worthSending,
    });
  } catch (error) {
    // An object is written once: it exists already if an earlier request succeeded and its answer was lost. The save verifies its content.
    if (!(error instanceof StoreRefused && error.status === 412) && !isStepWrong(error)) throw asError(error, '[302]');
  }
  onProgress(job.source.size);
}

/** A browser may read the file again while sending it. What looks like a network failure can be a changed file, which no retry helps. */
async function sendBody(run: Run, step: Omit<StoreStep, 'method'>): Promise<StoreAnswer> {
  try {
    return await sendSigned(run, { method: 'PUT', ...step });
  } catch (error) {
    if (!step.signal.aborted && worthSending(error)) await requireSame(run.job, error);
    throw error;
  }
}

async function sendMultipart(run: Run, session: Session): Promise<void> {
  const { ports, job, attempt, signal, emit } = run;
  const { plan } = session;
  const opened = await openStore(run, session).catch((error: unknown) => {
    // The store forgets merged uploads, perhaps merged before a reload or on another device. Go on to the save, which decides.
    if (job.store?.objectKey === plan.objectKey && (error instanceof SessionLost || isStepWrong(error))) return null;
    throw error;
  });
  if (!opened) return;
  const { etags, uploadId } = opened;
  const lengthOf = (partNumber: number): number => (partNumber === plan.partCount ? plan.lastPartSize : plan.partSize);
  const missing = Array.from({ length: plan.partCount }, (_, index) => index + 1).filter((partNumber) => !etags.has(partNumber));
  let doneBytes = [...etags.keys()].reduce((sum, partNumber) => sum + lengthOf(partNumber), 0);
  const inFlight = new Map<number, number>();
  const report = (): void => {
    let sentBytes = doneBytes;
    for (const bytes of inFlight.values()) sentBytes += bytes;
    emit({ type: 'sent', attempt, sentBytes });
  };
  report();

  // The first part that fails stops the others. The store keeps what they sent.
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const signatures = signaturesOf({ ...run, signal: stopped }, plan, uploadId, missing);
  const pace = pacer(run, plan.syncSpeed, stopped);
  let next = 0;

  async function sendOne(partNumber: number): Promise<void> {
    const start = (partNumber - 1) * plan.partSize;
    const length = lengthOf(partNumber);
    await pace(length);
    const { body, headers } = await prepared({ ...run, signal: stopped }, workOf(run, plan, start, length));
    const send = () =>
      sendBody(run, {
        body,
        headers,
        signal: stopped,
        signature: () => signatures.take(partNumber),
        onRefusedSignature: () => signatures.refused(partNumber),
        onProgress: (sentBytes) => {
          inFlight.set(partNumber, Math.min(sentBytes, length));
          report();
        },
      });
    const answer = await withRetries(send, { host: ports.host, signal: stopped, worth: worthSending }).finally(() =>
      inFlight.delete(partNumber),
    );
    const etag = answer.headers.etag;
    etags.set(partNumber, etag ?? ''); // if the host hides its ETag, the parts are listed before the merge
    doneBytes += length;
    report();
  }
  async function worker(): Promise<void> {
    for (let partNumber = missing[next++]; partNumber !== undefined; partNumber = missing[next++]) {
      stopped.throwIfAborted();
      await sendOne(partNumber);
    }
  }

  const workers = Array.from({ length: Math.min(limits.parallelParts, missing.length) }, () =>
    worker().catch((error: unknown) => {
      // Only the first error counts; the others come from the stop that it caused.
      if (!stopped.aborted) failing.abort(error);
    }),
  );
  // In a browser, this is slower than the network, so it runs in parallel with the parts. It starts after them, so that they read first.
  sha256Of(run).catch(() => {});
  await Promise.all(workers);
  signal.throwIfAborted();
  if (!failing.signal.aborted) return;
  const reason: unknown = failing.signal.reason;
  if (!lost(reason) && !(reason instanceof SessionLost)) throw asError(reason, '[303]'); // else merged or aborted elsewhere: the save decides
}

/** The upload at the store, new or to be continued, with its parts of the right size. */
async function openStore(run: Run, session: Session): Promise<{ uploadId: string; etags: Map<number, string> }> {
  const { ports, job, attempt, signal, emit } = run;
  const { plan } = session;
  const etags = new Map<number, string>();
  const before = job.store?.objectKey === plan.objectKey ? job.store : null;
  const known = session.uploadId ?? before?.uploadId ?? null;
  const uploadId = known ?? (await initiate(run, plan));
  job.store = { objectKey: plan.objectKey, uploadId, etags };
  signal.throwIfAborted();
  if (session.uploadId !== uploadId) emit({ type: 'initiated', attempt, uploadId });
  if (known === null) {
    const { name, size, lastModified } = job.source;
    const key = memoryKey(job.source, job.target);
    const { bucketName, objectKey } = plan;
    await ports.memory
      .remember({
        key,
        name,
        size,
        lastModified,
        target: job.target,
        md5: session.md5,
        bucketName,
        objectKey,
        uploadId,
        savedAt: ports.host.now(),
      })
      .catch(() => {});
    return { uploadId, etags };
  }
  for (const { partNumber, etag, size } of await listParts(run, plan, uploadId)) {
    if (size === (partNumber === plan.partCount ? plan.lastPartSize : plan.partSize) && partNumber >= 1 && partNumber <= plan.partCount)
      etags.set(partNumber, etag);
  }
  return { uploadId, etags };
}

/** Keeps to the server's speed limit by spacing the starts of parts. */
function pacer({ ports: { host } }: Run, bytesPerSecond: number, signal: AbortSignal): (bytes: number) => Promise<void> {
  let freeAt = 0;
  return async (bytes) => {
    if (!(bytesPerSecond > 0)) return;
    const now = host.now();
    const wait = Math.max(0, freeAt - now);
    freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1000;
    if (wait > 0) await host.after(wait, signal);
  };
}
