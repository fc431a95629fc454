import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { departmentsManagedBy } from '../departments/index.ts';
import { countFiles, heightOf } from '../files/index.ts';
import { countGroupPeople, groupsLedBy, isMember } from '../groups/index.ts';
import { countSharesOf } from '../sharing/index.ts';
import { personalSpaces } from '../spaces/index.ts';
import type { PersonalSpace } from '../spaces/index.ts';
import { countHeld, findPeople, heightOfBin, isEmpty } from './facts-queries.ts';
import type { Facts, Successor } from './offboarding-rules.ts';

export interface ReadFacts {
  facts: Facts;
  space: PersonalSpace;
}

/** `done`: the space was handed over or kept by an earlier attempt, and is left alone. */
export async function readFacts(database: Kysely<Tables>, userId: string, { spaceDone }: { spaceDone: boolean }): Promise<ReadFacts> {
  const [space] = await personalSpaces(database, [userId]);
  const empty = spaceDone || (await isEmpty(database, space!.rootId));
  const files = empty ? 0 : await countFiles(database, [space!.spaceId], limits.rowsPerTask);
  const levels = empty
    ? 0
    : Math.max(await heightOf(database, { id: space!.rootId, isFile: false }), await heightOfBin(database, space!.spaceId));
  const led = await groupsLedBy(database, userId);
  const people = await countGroupPeople(
    database,
    led.map(({ groupId }) => groupId),
  );
  const departments = await departmentsManagedBy(database, userId);
  return {
    space: space!,
    facts: {
      space: { empty, files, bytes: empty ? 0 : space!.usedBytes, levels },
      groups: led.map(({ groupId, name, quotaBytes }) => ({ groupId, name, people: people.get(groupId) ?? 0, bytes: quotaBytes })),
      departments: departments.map(({ departmentId: id, name }) => ({ id, name })),
      shares: await countSharesOf(database, userId, space!.spaceId),
      counts: await countHeld(database, userId),
    },
  };
}

/** People named as successors, by id. The leaver is never one. */
export async function readSuccessors(
  database: Kysely<Tables>,
  userIds: readonly string[],
  { leaverId, groups }: { leaverId: string; groups: readonly { groupId: string; userId: string }[] },
): Promise<Map<string, Successor>> {
  const people = await findPeople(
    database,
    userIds.filter((id) => id !== leaverId),
  );
  const spaces = new Map((await personalSpaces(database, userIds)).map((space) => [space.ownerId, space]));
  const known = new Map<string, Successor>();
  for (const person of people) {
    const memberOf: string[] = [];
    for (const { groupId, userId } of groups)
      if (userId === person.userId && (await isMember(database, groupId, { kind: 'person', id: userId }))) memberOf.push(groupId);
    const { freeBytes, usedBytes, quotaBytes } = spaces.get(person.userId)!;
    known.set(person.userId, { ...person, freeBytes, usedBytes, quotaBytes, memberOf });
  }
  return known;
}
