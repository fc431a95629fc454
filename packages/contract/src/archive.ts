import { splitName } from './names.ts';

/** One entry of an archive. Its path is for display only: anything misleading or leading elsewhere has been removed. */
export interface ArchiveEntry {
  /** Folders separated by '/'. Empty when the archive holds one file without a name. */
  path: string;
  /** Unpacked bytes as the archive states them; null when it does not. */
  size: number | null;
  /** ISO 8601, without a time zone when the archive has none; null if unknown. */
  modifiedAt: string | null;
  folder: boolean;
  /** The entry is encrypted. */
  locked: boolean;
}

/** The content of an archive in its own order; calls refer to an entry by its index. */
export interface ArchiveListing {
  entries: ArchiveEntry[];
  /** The number of further entries, which are not listed. */
  more: number;
}

/** The display name of an entry. */
export function entryName(entry: Pick<ArchiveEntry, 'path'>, archiveName: string): string {
  return entry.path === '' ? splitName(archiveName).stem : entry.path.slice(entry.path.lastIndexOf('/') + 1);
}
