/**
 * Extends the chain over the log's entries, once a second and in batches. Ids are given out before the commit, so an entry can appear below
 * ids that are already seen. Only ids that no open transaction can have are chained: nothing can slip in below the chain's end, and
 * what appears there later was put there by somebody.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { chained, digestOf, noEntries } from './canonical.ts';
import { entriesBetween, insertLinks, lastIdGiven, lastLink, takeTurn, writersNow } from './chain-queries.ts';
import type { ChainRow, Link } from './chain-queries.ts';

const linksAtOnce = 500;

/** What a process remembers from one round to the next. */
export interface Horizon {
  /** Every id up to this one is either committed or never will be. */
  settledTo: number;
  /** Every entry up to this id is chained. */
  chainedTo: number;
  /** An id that is not yet settled, and the transactions that must end before it is. */
  next: { id: number; writers: readonly string[] } | null;
}

export const newHorizon = (): Horizon => ({ settledTo: 0, chainedTo: 0, next: null });

/**
 * Moves the horizon as far as is known now. A transaction that is open for long holds it back; the entries behind it wait. The last id is read
 * before the transactions are: whoever took an id up to it is then among them, or has ended.
 */
export async function moveHorizon(database: Kysely<Tables>, horizon: Horizon): Promise<void> {
  for (;;) {
    if (horizon.next === null) {
      const id = await lastIdGiven(database);
      if (id === horizon.settledTo) return;
      horizon.next = { id, writers: await writersNow(database) };
    } else {
      const still = new Set(await writersNow(database));
      horizon.next = { ...horizon.next, writers: horizon.next.writers.filter((writer) => still.has(writer)) };
    }
    if (horizon.next.writers.length > 0) return;
    horizon.settledTo = horizon.next.id;
    horizon.next = null;
  }
}

/** One batch. Returns how many entries it chained; if another process is at it, none. */
export async function extendChain(database: Kysely<Tables>, horizon: Horizon): Promise<number> {
  await moveHorizon(database, horizon);
  const { settledTo, chainedTo } = horizon;
  if (settledTo === chainedTo) return 0;
  const count = await chainBatch(database, settledTo);
  if (count !== null && count < linksAtOnce) horizon.chainedTo = settledTo;
  return count ?? 0;
}

/** Null if another process has the turn. */
async function chainBatch(database: Kysely<Tables>, settledTo: number): Promise<number | null> {
  return database.transaction().execute(async (transaction) => {
    if (!(await takeTurn(transaction, 'chain'))) return null;
    const last = await lastLink(transaction);
    const entries = await entriesBetween(transaction, { after: last?.id ?? 0, upTo: settledTo, most: linksAtOnce });
    if (entries.length > 0) await insertLinks(transaction, await linksOf(entries, last?.hash ?? noEntries));
    return entries.length;
  });
}

async function linksOf(entries: readonly ChainRow[], before: Buffer): Promise<Link[]> {
  let hash = before;
  return mapInTurns(entries, ({ id, fields }) => {
    hash = chained(hash, id, digestOf(fields));
    return { id, hash };
  });
}
