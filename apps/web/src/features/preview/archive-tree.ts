import { entryName, type ArchiveEntry, type ArchiveListing } from '@alcove/contract';

export interface ArchiveFolder {
  kind: 'folder';
  name: string;
  path: string;
  /** Folders first, then by name. */
  rows: ArchiveRow[];
}
export interface ArchiveFile {
  kind: 'file';
  name: string;
  /** The index in the listing. */
  place: number;
  entry: ArchiveEntry;
}
export type ArchiveRow = ArchiveFolder | ArchiveFile;

export interface ArchiveTree {
  /** By path; the root's is ''. */
  folders: ReadonlyMap<string, ArchiveFolder>;
  files: number;
  /** Unpacked bytes, as far as the archive states them. */
  size: number;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const order = (one: ArchiveRow, other: ArchiveRow): number =>
  one.kind === other.kind ? byName.compare(one.name, other.name) : one.kind === 'folder' ? -1 : 1;

/** Builds the folder tree. An archive lists paths, often without entries for their folders. */
export function archiveTree({ entries }: ArchiveListing, archiveName: string): ArchiveTree {
  const folders = new Map<string, ArchiveFolder>([['', { kind: 'folder', name: archiveName, path: '', rows: [] }]]);
  const folderAt = (path: string): ArchiveFolder => {
    const known = folders.get(path);
    if (known) return known;
    const cut = path.lastIndexOf('/');
    const folder: ArchiveFolder = { kind: 'folder', name: path.slice(cut + 1), path, rows: [] };
    folders.set(path, folder);
    folderAt(cut < 0 ? '' : path.slice(0, cut)).rows.push(folder);
    return folder;
  };
  let [files, size] = [0, 0];
  entries.forEach((entry, place) => {
    if (entry.folder) return void folderAt(entry.path);
    files += 1;
    size += entry.size ?? 0;
    const cut = entry.path.lastIndexOf('/');
    folderAt(cut < 0 ? '' : entry.path.slice(0, cut)).rows.push({ kind: 'file', name: entryName(entry, archiveName), place, entry });
  });
  for (const { rows } of folders.values()) rows.sort(order);
  return { folders, files, size };
}

/** The folders from the root to this path. */
export function foldersTo({ folders }: ArchiveTree, path: string): ArchiveFolder[] {
  const steps = path === '' ? [] : path.split('/');
  return ['', ...steps.map((_, index) => steps.slice(0, index + 1).join('/'))].flatMap((at) => folders.get(at) ?? []);
}
