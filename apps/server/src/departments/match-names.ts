import type { Kysely } from 'kysely';
import { limits, normalised } from '@alcove/contract';
import type { MatchedName, Person } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { departmentOf, findPeopleByNames } from './people-queries.ts';
import { presentPeople } from './present.ts';

/**
 * Finds the people that each line of a pasted list means. An account name, email address or real name must match exactly and completely,
 * so that nobody can guess an address by its beginning. Addresses are never returned.
 */
export async function matchNames(
  database: Kysely<Tables>,
  names: readonly string[],
  { caller }: UserContext,
  most: number = limits.candidatesPerName,
): Promise<MatchedName[]> {
  const asked = names.map((name) => normalised(name).trim());
  const different = [...new Set(asked)];
  const rows = await findPeopleByNames(database, different, { near: await departmentOf(database, caller.userId), most });
  const people = await presentPeople(database, rows);
  const meant = new Map(different.map((name) => [name, { people: [] as Person[], total: 0 }]));
  for await (const [index, { at, total }] of inTurns(rows.entries())) {
    const one = meant.get(different[at - 1]!)!;
    one.people.push(people[index]!);
    one.total = total;
  }
  return names.map((name, index) => ({ name, ...meant.get(asked[index]!)! }));
}
