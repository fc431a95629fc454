/**
 * Accepts the log as it is, so that it can be sealed again: after an older database was restored for good reason, or after a fault was
 * examined. A new seal begins behind everything; it says for ever what was accepted, and so does the log.
 */
import type { Kysely } from 'kysely';
import type { LogFault } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { noEntries } from './canonical.ts';
import { lastLink, takeTurn } from './chain-queries.ts';
import { extendChain, newHorizon } from './extend-chain.ts';
import { keyOf, pieceKey } from './seal-keys.ts';
import { BrokenSeal, findNewest, makeWhole, putSeal, readSeal, removePieces } from './seal-store.ts';
import { hashOfBytes, encodeSeal } from './seal-format.ts';
import type { Seal } from './seal-format.ts';
import { databaseNow, readState, setAccepted } from './state-queries.ts';
import type { VerifyDeps } from './verify.ts';
import { dayOf, placeAfter } from './write-seals.ts';

/** False if a server is sealing at this moment. */
export async function acceptLog({ database, store }: VerifyDeps, fault: LogFault): Promise<boolean> {
  await chainAll(database);
  return database.transaction().execute(async (turn) => {
    if (!(await takeTurn(turn, 'seals'))) return false;
    const [state, now] = [await readState(turn), await databaseNow(turn)];
    const link = await lastLink(turn);
    const chain = (link?.hash ?? noEntries).toString('hex');
    const last = link?.id ?? 0;
    const place = await findNewest(store, dayOf(now));
    const newest = place && (await readSeal(store, place).catch(unreadable));
    if (newest) {
      await makeWhole(store, newest);
      await removePieces(store, newest.key);
    }
    const key = keyOf(placeAfter(place, dayOf(now)));
    const seal: Seal = {
      version: 1,
      previous: newest && { key: newest.key, hash: newest.hash },
      begins: { key, after: last, chain },
      removedTo: newest?.seal.removedTo ?? 0,
      after: last,
      chainBefore: chain,
      last,
      chain,
      count: 0,
      newest: null,
      sealed: now.toISOString(),
      ids: '',
      digests: '',
      accepted: fault,
    };
    await putSeal(store, pieceKey(key, 1), seal);
    await setAccepted(turn, { key, hash: hashOfBytes(encodeSeal(seal)), last, oldest: state?.oldest_key ?? key });
    await enterAs(turn, factsOfSystem('system.acceptLog'), [{ kind: null, id: null }]);
    return true;
  });
}

/** The newest seal is what is wrong. */
function unreadable(error: unknown): null {
  if (error instanceof BrokenSeal) return null;
  throw error;
}

async function chainAll(database: Kysely<Tables>): Promise<void> {
  const horizon = newHorizon();
  while ((await extendChain(database, horizon)) > 0);
}
