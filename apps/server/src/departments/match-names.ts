import type { Kysely } from 'kysely';
import type { MatchedName } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { departmentOf, findPeopleByNames } from './people-queries.ts';
import { presentPeople } from './present.ts';

/**
 * Whom each line of a pasted list means. An account name, an e-mail address or a real name counts whole and exact only: an
 * address that one does not know is not found by its beginning, and none is ever shown.
 */
export async function matchNames(database: Kysely<Tables>, names: readonly string[], { caller }: UserContext): Promise<MatchedName[]> {
  const asked = names.map((name) => name.normalize('NFC').trim());
  const rows = await findPeopleByNames(database, asked, await departmentOf(database, caller.userId));
  const people = await presentPeople(database, rows);
  const found = names.map((name): MatchedName => ({ name, people: [], total: 0 }));
  for (const [index, { at, total }] of rows.entries()) {
    const line = found[at - 1]!;
    line.people.push(people[index]!);
    line.total = total;
  }
  return found;
}
