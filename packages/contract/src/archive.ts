import { splitName } from './names.ts';

/** One entry of an archive. Its path is for showing: what could mislead or lead elsewhere was taken out of it. */
export interface ArchiveEntry {
  /** Folders separated by '/'. Empty where the archive holds one file and does not name it. */
  path: string;
  /** Unpacked, as the archive says. Null where it does not. */
  size: number | null;
  /** ISO; without a zone where the archive names none. */
  modifiedAt: string | null;
  folder: boolean;
  /** It asks for a password. */
  locked: boolean;
}

/** What an archive holds, in its own order: an entry's place is its number in the calls. */
export interface ArchiveListing {
  entries: ArchiveEntry[];
  /** So many follow that are not listed. */
  more: number;
}

/** What an entry is called by itself. */
export function entryName(entry: Pick<ArchiveEntry, 'path'>, archiveName: string): string {
  return entry.path === '' ? splitName(archiveName).stem : entry.path.slice(entry.path.lastIndexOf('/') + 1);
}
