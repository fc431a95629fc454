import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobId } from '@alcove/contract';
import { inTurn, periodic } from '../jobs/index.ts';
import type { PeriodicJob } from '../jobs/index.ts';
import { converterOf, converters, renditionPrograms } from './converters.ts';
import type { RenditionKind } from './converter.ts';
import { makeNext } from './make-rendition.ts';
import type { MakeDeps } from './make-rendition.ts';
import { aheadOf, askFor, forgetMissing, lookAt, readyOf } from './rendition-queries.ts';
import type { RenditionState } from './rendition-queries.ts';

export interface Renditions {
  /** The state of each content's rendition, by blob id. Missing ones are queued. Callers who ask take turns. */
  ask(blobIds: readonly BlobId[], kind: RenditionKind, askedBy: string | null): Promise<Map<string, RenditionState>>;
  /** The same for one content, after waiting for it for at most that long, with the number of renditions before it in the queue. */
  wait(blobId: BlobId, kind: RenditionKind, mostMs: number, askedBy: string | null): Promise<RenditionState>;
  /** Which of these contents already have one. Queues nothing. */
  ready(blobIds: readonly BlobId[], kind: RenditionKind): Promise<Set<string>>;
  stop(): Promise<void>;
}

/** Waiting means polling the row, because another process may be making it. */
const lookEveryMs = 100;
const pollMs = 3000;

/** Makes what was asked for. Each converter has its own lanes, so that a video does not delay documents. */
export function openRenditions(given: Omit<MakeDeps, 'look' | 'signal'>): Renditions {
  const stopping = new AbortController();
  const deps: MakeDeps = { ...given, look: inTurn(), signal: stopping.signal };
  const lanes = converters.map((converter) => ({
    converter,
    jobs: Array.from({ length: converter.atOnce }, () =>
      periodic(`make renditions: ${converter.name}`, pollMs, deps.logger, () => makeNext(deps, converter)),
    ),
  }));
  const wake = (kind: RenditionKind): void => {
    for (const { converter, jobs } of lanes) if (converter.kinds.includes(kind.split(':', 1)[0]!)) for (const job of jobs) job.wake();
  };
  void sayMissing(deps);
  const forgotten: PeriodicJob = periodic('forget missing programs', 24 * 3_600_000, deps.logger, async () => {
    await forgetMissing(deps.database);
    return 0;
  });

  const ask: Renditions['ask'] = async (blobIds, kind, askedBy) => {
    const states = await askFor(deps.database, blobIds, kind, askedBy);
    if ([...states.values()].some(({ state }) => state === 'waiting')) wake(kind);
    return states;
  };
  return {
    ask,
    ready: (blobIds, kind) => readyOf(deps.database, blobIds, kind),
    async wait(blobId, kind, mostMs, askedBy) {
      const until = performance.now() + mostMs;
      let state = (await ask([blobId], kind, askedBy)).get(blobId) ?? { state: 'refused', reason: 'corrupt' };
      while (state.state === 'waiting' && performance.now() < until && !stopping.signal.aborted) {
        await sleep(lookEveryMs);
        state = (await lookAt(deps.database, blobId, kind)) ?? state;
      }
      const converter = state.state === 'waiting' ? converterOf(kind) : undefined;
      if (!converter || state.state !== 'waiting') return state;
      return { ...state, ahead: await aheadOf(deps.database, { blobId, kind, kinds: converter.kinds }) };
    },
    async stop() {
      stopping.abort();
      await Promise.all([forgotten, ...lanes.flatMap(({ jobs }) => jobs)].map((job) => job.stop()));
    },
  };
}

/** Once, at the start. */
async function sayMissing({ confinement, logger }: MakeDeps): Promise<void> {
  const missing = await confinement.missing(renditionPrograms);
  for (const { name, programs = [] } of converters)
    for (const program of programs)
      if (missing.includes(program)) logger.info(`${program} is not installed: not all previews of ${name} can be made`);
}
