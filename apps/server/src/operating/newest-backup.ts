import { backupsIn, readBackup } from './backup-folder.ts';

/** When the newest backup in the folder was taken. Null: there is none. Throws if the folder or the backup cannot be read. */
export async function newestBackup(folder: string): Promise<{ name: string; takenAt: string } | null> {
  const name = (await backupsIn(folder)).at(-1);
  if (name === undefined) return null;
  const { manifest } = await readBackup(folder, name);
  return { name, takenAt: manifest.takenAt };
}
