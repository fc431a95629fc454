/**
 * The layout of a backup folder. It may hold many backups of one installation; they share the objects, which never change.
 * alcove-backup.json             whose it is
 * objects/ab/<key>.<content>     the bytes of an object: SHA-256 of its key, and of its bytes
 * backups/<moment>/              one backup: its tables, its list of objects and, written last, its manifest
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFormat, readManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { Refused } from './refusal.ts';

const ownerFile = 'alcove-backup.json';
const manifestFile = 'manifest.json';

export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');
export const fanOf = (folder: string, hash: string): string => join(folder, 'objects', hash.slice(0, 2));
export const objectFile = (folder: string, hash: string, sha256: string): string => join(fanOf(folder, hash), `${hash}.${sha256}`);
export const backupPath = (folder: string, name: string): string => join(folder, 'backups', name);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

/**
 * Prepares the folder for backups of the installation with this mark. Throws Refused if it contains something else. What a killed backup left is removed,
 * but for the objects, which are not copied again.
 */
export async function openForBackup(folder: string, mark: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = await readOwner(folder);
  if (owner === null) {
    if ((await readdir(folder)).some((name) => !name.startsWith(`${ownerFile}.`))) throw new Refused({ kind: 'foreignFolder', folder });
    await writeSynced(join(folder, ownerFile), JSON.stringify({ format: backupFormat, mark }));
  } else if (owner.mark !== mark) throw new Refused({ kind: 'otherInstallation', folder });
  for (const name of await namesIn(join(folder, 'backups')))
    if (!(await isThere(join(backupPath(folder, name), manifestFile)))) await rm(backupPath(folder, name), { recursive: true });
  for (let fan = 0; fan < 256; fan += 1)
    await mkdir(join(folder, 'objects', fan.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
}

async function readOwner(folder: string): Promise<{ mark: string } | null> {
  try {
    return JSON.parse(await readFile(join(folder, ownerFile), 'utf8')) as { mark: string };
  } catch (error) {
    if (isMissing(error)) return null;
    throw new Refused({ kind: 'foreignFolder', folder }, { cause: error });
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The names of the whole backups, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = (await namesIn(join(folder, 'backups'))).sort();
  const whole = await Promise.all(names.map((name) => isThere(join(backupPath(folder, name), manifestFile))));
  return names.filter((_, index) => whole[index]);
}

/** The backup of that name, or the newest. Throws Refused if there is none, or if it cannot be read. */
export async function readBackup(folder: string, named: string | undefined): Promise<{ name: string; manifest: Manifest }> {
  if (!(await readOwner(folder))) throw new Refused({ kind: 'noFolder', folder });
  const names = await backupsIn(folder);
  const name = named ?? names.at(-1);
  if (name === undefined) throw new Refused({ kind: 'noBackup', folder });
  if (!names.includes(name)) throw new Refused({ kind: 'noSuchBackup', folder, name });
  const file = join(backupPath(folder, name), manifestFile);
  const manifest = readManifest(await readFile(file, 'utf8'));
  if (manifest === null) throw new Refused({ kind: 'manifestDamaged', file });
  if (manifest === 'newer') throw new Refused({ kind: 'newerFormat', folder });
  return { name, manifest };
}

/** Makes the backup whole. Whatever it names must be on the disk already. */
export async function putManifest(folder: string, name: string, text: string): Promise<void> {
  const path = backupPath(folder, name);
  await syncFolder(path);
  await writeSynced(join(path, manifestFile), text);
  await syncFolder(path);
  await syncFolder(join(folder, 'backups'));
  await syncFolder(folder);
}

/** Written to another name and renamed, so the file is whole or not there. */
async function writeSynced(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, text, { mode: 0o600, flush: true });
  await rename(aside, path);
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The whole objects of one of the 256 folders: the digest by the hash of the key. Removes what a killed backup left half written. */
export async function objectsInFan(fan: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const name of await namesIn(fan)) {
    const [, hash, sha256] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(name) ?? [];
    if (hash !== undefined) digests.set(hash, sha256!);
    else if (name.startsWith('part-')) await unlink(join(fan, name)).catch(() => {});
  }
  return digests;
}

export const partName = (fan: string): string => join(fan, `part-${randomBytes(12).toString('hex')}`);
