import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { waitedFor } from '../sandbox/index.ts';
import type { Confinement } from '../sandbox/index.ts';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { readContent } from '../contents/index.ts';
import type { inTurn } from '../jobs/index.ts';
import type { Converter, Pixels } from './converter.ts';
import { claim, giveBack, lookAt, renew, settle } from './rendition-queries.ts';
import type { Claim, Settled } from './rendition-queries.ts';
import { sourceOf } from './source.ts';

export interface MakeDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  confinement: Confinement;
  logger: Logger;
  /** Begins the looks for work one after the other. */
  look: ReturnType<typeof inTurn>;
  /** The server stops; its next start takes the work up again. */
  signal: AbortSignal;
}

/** A content that crashes the whole server is not retried forever. */
const mostAttempts = 3;
const renewEveryMs = 20_000;

/** Makes the next waiting rendition for this converter. Returns how many it took. */
export async function makeNext(deps: MakeDeps, converter: Converter): Promise<number> {
  const claimed = await deps.look(() => claim(deps.database, converter.kinds));
  if (!claimed) return 0;
  let settled: Settled = { state: 'refused', reason: 'failed' };
  try {
    if (claimed.attempts <= mostAttempts) settled = await makeOne(deps, converter, claimed);
  } catch (error) {
    await giveBack(deps.database, claimed, { tried: !deps.signal.aborted });
    throw error;
  }
  await settle(deps.database, claimed, settled);
  return 1;
}

async function makeOne({ database, store, confinement, logger, signal }: MakeDeps, converter: Converter, claimed: Claim): Promise<Settled> {
  const content = await readContent(database, claimed.blobId, store.bucket);
  if (!content || content.quarantined) return { state: 'refused', reason: 'corrupt' };
  let kept: { contentType: string; size: number; pixels: Pixels | null } | undefined;
  let progress: number | null = null;
  const renewal = setInterval(() => void renew(database, claimed, progress).catch(() => {}), renewEveryMs); // the next one may succeed
  try {
    const converted = await converter.convert({
      kind: claimed.kind,
      source: sourceOf(store, content),
      confinement: converter.isWaitedFor ? waitedFor(confinement) : confinement,
      logger,
      signal,
      made: async (kind) => {
        const state = await lookAt(database, claimed.blobId, kind);
        return state?.state === 'ready' ? sourceOf(store, { ...state, id: claimed.blobId, confuse: null }) : null;
      },
      keep: async (made, contentType, pixels) => {
        const size = typeof made === 'string' ? (await stat(made)).size : made.length;
        await store.put(claimed.objectKey, typeof made === 'string' ? createReadStream(made) : Readable.from([made]), size);
        kept = { contentType, size, pixels: pixels ?? null };
      },
      tell: (percent) => {
        const whole = Math.min(99, Math.max(0, Math.floor(percent)));
        if (whole === progress) return;
        progress = whole;
        void renew(database, claimed, progress).catch(() => {}); // the next progress report renews it again
      },
    });
    if (converted.kind === 'refused') return { state: 'refused', reason: converted.reason };
    if (!kept) throw new Error(`${converter.name} kept nothing`);
    return { state: 'ready', ...kept };
  } finally {
    clearInterval(renewal);
  }
}
