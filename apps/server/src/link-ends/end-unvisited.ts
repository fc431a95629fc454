import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { closeLink, findUnvisited, lockLinked, lockUnvisited, tellEnded } from '../links/index.ts';
import { endWaiting } from '../outbound/index.ts';

const atOnce = 100;

/** Ends some of the links that nobody visited for the term of the company, if it has one. Returns how many it ended. */
export async function endUnvisited(database: Kysely<Tables>, serviceConfig: ReadServiceConfig): Promise<number> {
  const { linkUnvisitedDays: days } = await serviceConfig();
  if (days === 0) return 0;
  const found = await findUnvisited(database, { days, limit: atOnce });
  if (found.length === 0) return 0;
  return database.transaction().execute(async (transaction) => {
    await lockLinked(
      transaction,
      found.map((link) => link.instance_id),
    );
    const links = await lockUnvisited(transaction, { linkIds: found.map(({ id }) => id), days });
    for (const { id, path } of links) {
      await endWaiting(transaction, id);
      await closeLink(transaction, id, { state: 'expired', reason: 'unvisited' });
      await enterAs(transaction, factsOfSystem('system.endLink'), [{ kind: 'link', id: null, key: path, detail: { reason: 'unvisited' } }]);
    }
    await tellEnded(transaction, links, { reason: 'unvisited', by: null });
    return links.length;
  });
}
