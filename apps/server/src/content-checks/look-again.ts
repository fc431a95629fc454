/** Compares one content with its row, and keeps in mind what is wrong with it, or that nothing is any more. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { InstanceId } from '@alcove/contract';
import { compareContent } from '../contents/index.ts';
import type { ContentFault, StoredContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { paced } from '../storage/index.ts';
import type { ObjectStore, SpeedLimits } from '../storage/index.ts';
import { forgetFault, recordFault } from './check-queries.ts';

export interface LookDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  limits: SpeedLimits;
  /** Infinity: as fast as possible. */
  bytesPerSecond: number;
  /** Called before each piece of a content is read, and may wait. */
  beforePiece?: (() => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Damage {
  fault: ContentFault;
  objectKey: string;
  instanceId: InstanceId;
  version: number;
}

/** Null: it is what was stored, or nobody needs it any more. Content that was quarantined is known to differ. */
export async function lookAgain(deps: LookDeps, content: StoredContent): Promise<Damage | null> {
  const { database, store, logger, signal } = deps;
  if (content.quarantined) return null;
  const fault = await compareContent(store, content, { signal, pace: (bytes) => atPace(bytes, deps) });
  if (fault === null) {
    await forgetFault(database, content.id);
    return null;
  }
  const recorded = await recordFault(database, content, fault);
  if (recorded === null) return null;
  const { isNew, instanceId, version } = recorded;
  const { objectKey } = content;
  if (isNew) logger.error({ blob: content.id, objectKey, instanceId, version, fault }, 'stored content is not what was stored');
  return { fault, objectKey, instanceId, version };
}

async function* atPace(bytes: AsyncIterable<Buffer>, { limits, bytesPerSecond, beforePiece }: LookDeps): AsyncGenerator<Buffer> {
  const slowed = bytesPerSecond === Infinity ? bytes : paced(bytes, limits, { key: 'contents', bytesPerSecond });
  for await (const piece of slowed) {
    await beforePiece?.();
    yield piece;
  }
}
