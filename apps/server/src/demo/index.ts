/** Public API: creates the sample company once. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import { groupLevels } from '@alcove/contract';
import type { BlobId, InstanceId } from '@alcove/contract';
import { insertContent } from '../contents/index.ts';
import type { BackupsConfig, Config } from '../config.ts';
import type { Tables } from '../database/index.ts';
import { insertFolder } from '../files/index.ts';
import { createGroupIn } from '../groups/index.ts';
import { createDepartment, setManagers } from '../departments/index.ts';
import { createPerson, generatePassword, hashPassword } from '../identity/index.ts';
import { newId } from '../ids.ts';
import { putGrants } from '../permission/index.ts';
import { chargeQuota } from '../spaces/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { insertFileWithVersion } from '../versions/index.ts';
import { departmentSpaces, departments, englishFolders, folders, groups, people } from './company.ts';
import { findContent, hasAccount, rootOfDepartment, setLanguage, spaceOfRoot } from './demo-queries.ts';
import { sampleFiles } from './sample-files.ts';
import type { SampleFile } from './sample-files.ts';
import { deleteSamples } from './sample-bins.ts';
import { linkSamples } from './sample-links.ts';
import { markSamples } from './sample-marks.ts';
import { shareSamples } from './sample-shares.ts';

interface StoredSample extends SampleFile {
  blobId: BlobId;
}

/** Where the sample company's backup goes, unless the operator names a place for backups. */
export const backupsOf = ({ backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>): BackupsConfig =>
  backups ?? { folder: join(dataDir, 'backups'), drillDays: 7, scratch: tmpdir() };

/** Some account names of the sample company, to be listed in the terminal. */
export const somePeople = people.slice(0, 4).map((person) => person.accountName);

/**
 * Fills an installation that has no sample company yet, and returns whether it did. `made` receives everybody's password, or null for the
 * configured one. Like the administrator's, a generated password is shown before anything is stored.
 */
export async function fillSampleCompany(
  { database, store }: { database: Kysely<Tables>; store: ObjectStore },
  config: { demoPassword: string | null; defaultQuotaBytes: number | null },
  made: (drawn: string | null) => void,
): Promise<boolean> {
  if (await hasAccount(database, people[0]!.accountName)) return false;
  const password = config.demoPassword ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const samples = { zh: await storeSamples(database, store, false), en: await storeSamples(database, store, true) };
  await database.transaction().execute(async (transaction) => {
    const departmentIds = await createDepartments(transaction);
    const userIds = new Map<string, string>();
    for (const person of people) {
      const { userId, rootId } = await createPerson(transaction, {
        accountName: person.accountName,
        realName: person.realName,
        passwordHash,
        departmentId: departmentIds.get(person.department) ?? null,
        email: `${person.accountName}@example.com`,
        quotaBytes: config.defaultQuotaBytes,
        role: 'employeeSharing',
      });
      userIds.set(person.accountName, userId);
      if (person.english) await setLanguage(transaction, userId, 'en-US');
      await fillSpace(transaction, userId, rootId, person.english ? englishFolders : folders, person.english ? samples.en : samples.zh);
    }
    await createGroups(transaction, userIds, departmentIds, samples.zh);
    await fillDepartments(transaction, departmentIds, userIds, samples.zh);
    await shareSamples(transaction, { people: userIds, departments: departmentIds });
    await markSamples(transaction, userIds);
    await linkSamples(transaction, userIds);
    await deleteSamples(transaction, userIds);
    made(config.demoPassword === null ? password : null);
  });
  return true;
}

async function createGroups(
  transaction: Transaction<Tables>,
  userIds: ReadonlyMap<string, string>,
  departmentIds: ReadonlyMap<string, string>,
  samples: readonly StoredSample[],
): Promise<void> {
  for (const { name, description, leader, room, members, files } of groups) {
    const leaderId = userIds.get(leader)!;
    const groupId = await createGroupIn(transaction, { name, description, bytes: room * 2 ** 30, leaderId });
    const grants = members.map(({ name: whom, level, department }) => ({
      instanceId: groupId,
      subject: department
        ? ({ kind: 'department', id: departmentIds.get(whom)! } as const)
        : ({ kind: 'person', id: userIds.get(whom)! } as const),
      role: groupLevels[level],
    }));
    await putGrants(transaction, { kind: 'group', id: groupId }, leaderId, grants);
    if (files) await fillSpace(transaction, leaderId, groupId, folders, samples);
  }
}

async function createDepartments(transaction: Transaction<Tables>): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, children } of departments) {
    const parentId = await createDepartment(transaction, { name, parentId: null });
    ids.set(name, parentId);
    for (const child of children) ids.set(child, await createDepartment(transaction, { name: child, parentId }));
  }
  return ids;
}

/** The managers of each department and a few files. The managers get access by name, not by being in the department. */
async function fillDepartments(
  transaction: Transaction<Tables>,
  departmentIds: ReadonlyMap<string, string>,
  userIds: ReadonlyMap<string, string>,
  files: readonly StoredSample[],
): Promise<void> {
  for (const [index, { department, manager, folders: names }] of departmentSpaces.entries()) {
    const [departmentId, userId] = [departmentIds.get(department)!, userIds.get(manager)!];
    await setManagers(transaction, { departmentId, userIds: [userId] }, { userId, realName: '' });
    const rootId = await rootOfDepartment(transaction, departmentId);
    await fillSpace(transaction, userId, rootId, names, [files[index % files.length]!]);
  }
}

/** Objects are written before rows: a crash in between leaves only objects without a row, which take little space. */
async function storeSamples(database: Kysely<Tables>, store: ObjectStore, english: boolean): Promise<StoredSample[]> {
  const stored: StoredSample[] = [];
  for (const file of await sampleFiles(english)) {
    const [md5, sha256] = ['md5', 'sha256'].map((kind) => createHash(kind).update(file.content).digest('hex')) as [string, string];
    const present = await findContent(database, sha256, file.content.length);
    if (present !== undefined) {
      stored.push({ ...file, blobId: present });
      continue;
    }
    const [blobId, objectKey] = [newId<BlobId>(), `sample-${newId()}`];
    await store.put(objectKey, Readable.from([file.content]), file.content.length);
    await insertContent(database, {
      id: blobId,
      size: file.content.length,
      md5,
      sha256,
      crc32: null,
      confuse: null,
      bucket: store.bucket,
      objectKey,
      verified: true,
      noText: false,
    });
    stored.push({ ...file, blobId });
  }
  return stored;
}

async function fillSpace(
  transaction: Transaction<Tables>,
  userId: string,
  rootId: InstanceId,
  folderNames: readonly string[],
  files: readonly StoredSample[],
): Promise<void> {
  const spaceId = await spaceOfRoot(transaction, rootId);
  const folderIds = new Map<string, InstanceId>();
  for (const name of folderNames) {
    const id = await insertFolder(transaction, { spaceId, parentId: rootId, name, userId });
    if (id !== null) folderIds.set(name, id);
  }
  for (const { name, folder, blobId, content } of files) {
    const parentId = (folder === null ? undefined : folderIds.get(folder)) ?? rootId;
    await insertFileWithVersion(transaction, { id: newId<InstanceId>(), spaceId, parentId, name, blobId, size: content.length, userId });
  }
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  if (!(await chargeQuota(transaction, spaceId, bytes))) throw new Error('The samples do not fit into their space');
}
