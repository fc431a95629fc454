/** Removes older backups, and the objects that no remaining one lists. Runs under the hold of a backup, so no other backup writes meanwhile. */
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { backupPath, backupsIn, keyHash, syncFolder } from './backup-folder.ts';
import { readList } from './object-list.ts';

/** Enough of both digests to tell objects apart; a million take some 60 MB. */
const shortName = (hash: string, sha256: string): string => hash.slice(0, 20) + sha256.slice(0, 12);

/** Returns how many backups were removed. */
export async function pruneBackups(folder: string, keep: number): Promise<number> {
  const names = await backupsIn(folder);
  const gone = names.slice(0, Math.max(0, names.length - keep));
  if (gone.length === 0) return 0;
  for (const name of gone) {
    // The manifest goes first: what is half removed is no backup.
    await rm(join(backupPath(folder, name), 'manifest.json'));
    await syncFolder(backupPath(folder, name));
    await rm(backupPath(folder, name), { recursive: true });
  }
  await removeUnlisted(folder, names.slice(gone.length));
  return gone.length;
}

async function removeUnlisted(folder: string, names: readonly string[]): Promise<void> {
  const listed = new Set<string>();
  for (const name of names)
    for await (const portion of readList(join(backupPath(folder, name), 'objects.jsonl.gz')))
      for (const { key, sha256 } of portion) listed.add(shortName(keyHash(key), sha256));
  for (const fan of await readdir(join(folder, 'objects')))
    for (const file of await readdir(join(folder, 'objects', fan))) {
      const [hash = '', sha256 = ''] = file.split('.');
      if (!listed.has(shortName(hash, sha256))) await unlink(join(folder, 'objects', fan, file));
    }
}
