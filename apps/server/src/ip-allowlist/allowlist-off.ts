import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { switchAllOff } from './allowlist-queries.ts';

/** Switches every rule off, for an operator whose administrators locked themselves out. Returns how many were on; running servers follow within a second. */
export const allowlistOff = (database: Kysely<Tables>): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    const n = await switchAllOff(transaction);
    await enterAs(transaction, factsOfSystem('system.allowlistOff'), [{ kind: null, id: null }]);
    return n;
  });
