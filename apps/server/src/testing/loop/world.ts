/** People, folders and files among which the worst cases are sent. */
import type { Kysely } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { CreatedFolderTree } from '@alcove/contract';
import type { Tables } from '../../database/index.ts';
import { createDepartment } from '../../departments/index.ts';
import { createPerson, hashPassword } from '../../identity/index.ts';
import { Client } from '../client.ts';
import { adminPassword, Person, personPassword } from '../company.ts';
import { fillings } from './largest-request.ts';

export interface World {
  person: Person;
  administrator: Client;
  database: Kysely<Tables>;
  /** Ids of what is there, for fields of this name. */
  idsFor(field: string, call?: string): readonly string[];
  /** What many people are called. */
  commonName: string;
  /** Answers that no request may have. */
  faults: string[];
}

const people = 100;
/** Each of what these are given takes several statements: thousands would take half a minute, and hold the loop no longer. */
const slow = /\.(move|copy|remove)$/;
const few = 100;

export async function openWorld(origin: string, database: Kysely<Tables>): Promise<World> {
  const passwordHash = await hashPassword(personPassword);
  const commonName = '王伟重行';
  const made: { userId: string; rootId: string }[] = [];
  await database.transaction().execute(async (transaction) => {
    for (let n = 0; n < people; n += 1)
      made.push(await createPerson(transaction, { accountName: `person_${n}`, realName: commonName, passwordHash, quotaBytes: null }));
  });
  const person = await new Person(origin, 'person_0', made[0]!).signsIn();
  const administrator = new Client(origin);
  await administrator.call(calls.user.signIn, { username: 'admin', password: adminPassword });

  const crowd = await folderOfMany(person, 'crowd');
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'group', preallocatedSize: 2 ** 30 });
  const departmentId = await createDepartment(database, { name: 'department', parentId: null });
  const folderIds = crowd.children.map(({ instanceId }) => instanceId);
  const userIds = made.map(({ userId }) => userId);
  const ids: Record<string, readonly string[]> = {
    parentId: [person.rootId],
    targetParentId: [person.rootId],
    instanceId: [crowd.instanceId],
    instanceIds: folderIds,
    userIds: userIds.slice(1),
    userId: userIds.slice(1),
    id: userIds.slice(1),
    groupId: [groupId],
    departmentId: [departmentId],
    departmentIds: [departmentId],
  };
  const idsFor = (field: string, call = ''): readonly string[] =>
    (ids[field] ?? []).slice(0, call.startsWith('instance.') && slow.test(call) ? few : Infinity);
  return { person, administrator, database, idsFor, commonName, faults: [] };
}

/** As many folders as one call makes, with names of the longest and worst. */
function folderOfMany(person: Person, instanceName: string): Promise<CreatedFolderTree> {
  const { 'marks out of order': _refused, ...legal } = fillings;
  const worst = Object.values(legal);
  const children = Array.from({ length: limits.itemsPerCall - 1 }, (_, n) => ({
    instanceName: `${n} ${worst[n % worst.length]!(limits.nameLength - 6)}`,
  }));
  return person.call(calls.instance.batchCreateFolder, { parentId: person.rootId, instanceName, children });
}
