import type { ItemCommand, ItemEvent, Session } from './item-machine.ts';
import type { FileSource, Ports, UploadTarget } from '../ports.ts';
import { check, prove } from './run-check.ts';
import { mergeAndSave } from './run-merge.ts';
import { withRetries, worthAsking } from '../retry.ts';
import { memoryKey } from './run.ts';
import type { Job, Run } from './run.ts';
import { sendParts } from './send-parts.ts';
import { SessionLost, UploadFailed, asError } from './errors.ts';

/** Carries out the commands of items through the ports, and reports the results as events. Never throws. */
export interface Runner {
  /** Registers an item, before its first command. */
  accept(id: string, source: FileSource, target: UploadTarget): void;
  run(id: string, command: ItemCommand): void;
  /** Forgets an ended item. Anything still running is stopped. */
  release(id: string): void;
  /** Resolves when nothing is running, aborts of uploads included. */
  idle(): Promise<void>;
}

export function createRunner(ports: Ports, emit: (id: string, event: ItemEvent) => void): Runner {
  const jobs = new Map<string, Job>();
  const stops = new Map<string, AbortController>();
  const underWay = new Set<Promise<void>>();

  function stop(id: string): void {
    stops.get(id)?.abort();
    stops.delete(id);
    const job = jobs.get(id);
    if (job) job.source = job.picked;
  }

  /** An item runs one command at a time. A stop ends its whole attempt, including the SHA-256. */
  function attempt(id: string, job: Job, number: number, work: (run: Run) => Promise<void>): void {
    const controller = stops.get(id) ?? new AbortController();
    stops.set(id, controller);
    const { signal } = controller;
    const run: Run = {
      ports,
      job,
      attempt: number,
      signal,
      emit: (event) => {
        if (!signal.aborted) emit(id, event);
      },
    };
    track(
      work(run).catch((thrown: unknown) => {
        if (signal.aborted) return; // after a stop, nobody needs the error
        const error = asError(thrown, 'UNKNOWN');
        if (error instanceof SessionLost) {
          job.store = null;
          return run.emit({ type: 'sessionLost', attempt: number });
        }
        stop(id);
        if (error instanceof UploadFailed) emit(id, { type: 'failed', attempt: number, error: error.error });
      }),
    );
  }
  function track(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function abortUpload(job: Job, { plan, uploadId }: Session): Promise<void> {
    const known = uploadId ?? (job.store?.objectKey === plan.objectKey ? job.store.uploadId : null);
    const signal = new AbortController().signal; // not the item's signal, which has just been aborted
    const { linkPath } = job.target;
    if (plan.partCount > 1) await ports.memory.forget(memoryKey(job.source, job.target)).catch(() => {});
    const request = { bucketName: plan.bucketName, objectKey: plan.objectKey, uploadId: known ?? undefined };
    // Failures are ignored after the retries: the server cleans up what remains after a day.
    await withRetries(() => ports.call.abort(request, { signal, linkPath }), {
      host: ports.host,
      signal,
      worth: worthAsking(linkPath),
    }).catch(() => {});
  }

  return {
    accept: (id, source, target) =>
      void jobs.set(id, { picked: source, source, target, md5: null, sha256: null, store: null, unanswered: null }),
    run(id, command) {
      const job = jobs.get(id);
      if (!job) return;
      switch (command.do) {
        case 'stop':
          return stop(id);
        case 'check':
          return attempt(id, job, command.attempt, check);
        case 'prove':
          return attempt(id, job, command.attempt, (run) => prove(run, command.ticket));
        case 'sendParts':
          return attempt(id, job, command.attempt, (run) => sendParts(run, command.session));
        case 'merge':
          return attempt(id, job, command.attempt, (run) => mergeAndSave(run, command.session));
        case 'abort':
          return track(abortUpload(job, command.session));
        default:
          return command satisfies never;
      }
    },
    release(id) {
      stop(id);
      jobs.delete(id);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
