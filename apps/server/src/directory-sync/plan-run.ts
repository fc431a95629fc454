import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { inTurns } from '../in-turns.ts';
import type { Working } from './deps.ts';
import { findTold, setPlans } from './entry-queries.ts';
import type { Planned } from './entry-queries.ts';
import { judgePerson } from './judge-person.ts';
import { matchesAccounts } from './person-queries.ts';

const pageSize = 500;

/** Judges everybody whom the directory told of. Returns how many stay as they are. */
export async function planRun(database: Kysely<Tables>, run: Working): Promise<number> {
  const matches = await matchesAccounts(database, run.platformId);
  let unchanged = 0;
  for (let after = -1; ;) {
    await run.check();
    const entries = await findTold(database, run, { after, limit: pageSize });
    const last = entries.at(-1);
    if (!last) return unchanged;
    const [plans, same]: [Planned[], number[]] = [[], []];
    for await (const entry of inTurns(entries)) {
      const { place } = entry;
      const judged = judgePerson(entry.told, { ...entry, matchesAccounts: matches });
      if (judged.change === 'same') same.push(place);
      else
        plans.push({
          place,
          change: judged.change,
          conflict: judged.change === 'conflict' ? judged.conflict : null,
          objectId: 'userId' in judged ? judged.userId : null,
          differences: 'differences' in judged ? judged.differences : [],
        });
    }
    await setPlans(database, run.runId, plans, same);
    unchanged += same.length;
    after = last.place;
  }
}
