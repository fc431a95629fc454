/** The people, folders and files among which the worst cases are sent. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { CreatedFolderTree, FolderTree, InstanceId } from '@alcove/contract';
import type { Tables } from '../../database/index.ts';
import { createDepartment } from '../../departments/index.ts';
import { createPerson, hashPassword } from '../../identity/index.ts';
import { personSearchText } from '../../search-text.ts';
import { Client } from '../client.ts';
import { adminPassword, Person, personPassword } from '../company.ts';
import { fillings } from './largest-request.ts';

export interface World {
  person: Person;
  administrator: Client;
  database: Kysely<Tables>;
  /** Existing ids for fields of this name. */
  idsFor(field: string, call?: string): readonly string[];
  /** A name that many people have. */
  commonName: string;
  /** Names that ten people have each; together as many as one answer lists. */
  crowdNames: readonly string[];
  /** As many of them as one choice may contain. */
  crowdIds: readonly string[];
  /** Failures that no request may get. */
  faults: string[];
}

const people = 100;
/** Additional people of the company: as many as one paste may match, ten for each name. */
const crowd = { people: limits.candidatesPerPaste, names: limits.namesPerPaste };
/** The number of folders above the many folders. */
const levels = 50;
/** Shares that the person received, each with another folder. */
const given = 500;
/** Giving each of these takes several statements. Thousands would take half a minute and hold the loop no longer. */
const slow = /\.(move|copy|remove)$/;
const few = 100;

export async function openWorld(origin: string, database: Kysely<Tables>): Promise<World> {
  const passwordHash = await hashPassword(personPassword);
  const commonName = '王伟重行';
  const made: { userId: string; rootId: InstanceId }[] = [];
  await database.transaction().execute(async (transaction) => {
    for (let n = 0; n < people; n += 1)
      made.push(await createPerson(transaction, { accountName: `person_${n}`, realName: commonName, passwordHash, quotaBytes: null }));
  });
  const person = await new Person(origin, 'person_0', made[0]!).signsIn();
  const administrator = new Client(origin);
  await administrator.call(calls.user.signIn, { username: 'admin', password: adminPassword });

  const crowdNames = Array.from({ length: crowd.names }, (_, n) => `${commonName}${n}`);
  const crowdIds = (await hireCrowd(database, crowdNames)).slice(0, limits.peopleChosen);
  await hireLongNamed(database);
  const top = await foldersOfMany(person, 'crowd', { many: limits.itemsPerCall - 1 - levels, below: levels });
  await giveMany(await new Person(origin, 'person_1', made[1]!).signsIn(), made[0]!.userId);
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'group', preallocatedSize: 2 ** 30 });
  const departmentId = await createDepartment(database, { name: 'department', parentId: null });
  const folderIds = top.children.map(({ instanceId }) => instanceId);
  const userIds = made.map(({ userId }) => userId);
  const ids: Record<string, readonly string[]> = {
    parentId: [person.rootId],
    targetParentId: [person.rootId],
    instanceId: [top.instanceId],
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
  return { person, administrator, database, idsFor, commonName, crowdNames, crowdIds, faults: [] };
}

/** The longest and most expensive names of folders. */
function worstNames(): string[] {
  const { 'marks out of order': _refused, ...legal } = fillings;
  return Object.values(legal).map((filling) => filling(limits.nameLength - 6));
}

/** Creates so many folders in one at this depth, all in one call. Returns their parent. */
async function foldersOfMany(
  person: Person,
  instanceName: string,
  { many, below }: { many: number; below: number },
): Promise<CreatedFolderTree> {
  const worst = worstNames();
  const children = Array.from({ length: many }, (_, n) => ({
    instanceName: `${n} ${worst[n % worst.length]!}`,
  }));
  let tree: FolderTree = { instanceName, children };
  for (let level = 0; level < below; level += 1) tree = { instanceName: worst[level % worst.length]!, children: [tree] };
  let created = await person.call(calls.instance.batchCreateFolder, { parentId: person.rootId, ...tree });
  while (created.instanceName !== instanceName) created = created.children[0]!;
  return created;
}

/** Folders of a person, each shared with the receiver separately. */
async function giveMany(giver: Person, receiverId: string): Promise<void> {
  const { children } = await foldersOfMany(giver, 'given', { many: given, below: 0 });
  const members = [{ kind: 'person', id: receiverId, role: 'viewOnly' }] as const;
  for (let from = 0; from < given; from += limits.sharesPerCall) {
    const instanceIds = children.slice(from, from + limits.sharesPerCall).map(({ instanceId }) => instanceId);
    await giver.call(calls.innerSharing.create, { instanceIds, members: [...members] });
  }
}

async function hireCrowd(database: Kysely<Tables>, names: readonly string[]): Promise<string[]> {
  const text = await personSearchText({ realName: names[0]!, accountName: 'crowd' });
  const { rows } = await sql<{ id: string }>`insert into user_account (id, account_name, real_name, search_text)
    select gen_random_uuid(), 'crowd_' || n, (${names}::text[])[1 + n % ${names.length}::integer], ${text} from generate_series(1, ${crowd.people}::integer) as n
    returning id`.execute(database);
  return rows.map(({ id }) => id);
}

/** As many as one search returns. */
async function hireLongNamed(database: Kysely<Tables>): Promise<void> {
  const realName = fillings['characters and letters']!(limits.fullNameLength);
  const text = await personSearchText({ realName, accountName: 'long' });
  await sql`insert into user_account (id, account_name, real_name, search_text)
    select gen_random_uuid(), 'long_' || n, ${realName}, ${text} from generate_series(1, ${limits.foundPerSearch}::integer) as n`.execute(
    database,
  );
}
