/** What a person picked or dropped: files with the folders they lie in, and folders without files. */
export interface Chosen {
  files: { file: File; path: string[] }[];
  emptyFolders: string[][];
}

/** From a file input; `webkitRelativePath` is set when a folder was picked. */
export function fromInput(list: FileList): Chosen {
  const files = Array.from(list, (file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean) }));
  return { files, emptyFolders: [] };
}

/** Whether a drag brings files from outside, asked while it hovers: their names are not told before the drop. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/**
 * From a drop. Must be called inside the drop event, before anything is awaited: the browser empties the transfer afterwards.
 * Directories are read until `readEntries` gives nothing more (it answers at most 100 at a time).
 */
export function fromDrop(transfer: DataTransfer): Promise<Chosen> {
  const chosen: Chosen = { files: [], emptyFolders: [] };
  const entries: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) chosen.files.push({ file, path: [] });
  }
  return Promise.all(entries.map((entry) => walk(entry, [], chosen))).then(() => chosen);
}

async function walk(entry: FileSystemEntry, path: string[], chosen: Chosen): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    chosen.files.push({ file, path });
    return;
  }
  const here = [...path, entry.name];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let found = 0;
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    found += batch.length;
    for (const child of batch) await walk(child, here, chosen);
  }
  if (found === 0) chosen.emptyFolders.push(here);
}
