import { handleBelow, handleOf } from '../browser/file-handles.ts';

/** What a person picked or dropped: files with the folders they lie in, and folders without files. */
export interface Chosen {
  files: { file: File; path: string[]; handle?: FileSystemFileHandle }[];
  emptyFolders: string[][];
}

/** From a file input; `webkitRelativePath` is set when a folder was picked. */
export function fromInput(list: FileList): Chosen {
  const files = Array.from(list, (file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean) }));
  return { files, emptyFolders: [] };
}

/** Whether a drag brings files from outside, asked while it hovers: their names are not told before the drop. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/** The files themselves of a drop, told at once: what lies in folders has to be read. */
export const droppedFiles = (transfer: DataTransfer): File[] =>
  Array.from(transfer.items).flatMap((item) => (item.webkitGetAsEntry()?.isFile ? (item.getAsFile() ?? []) : []));

/**
 * From a drop. Must be called inside the drop event, before anything is awaited: the browser empties the transfer afterwards.
 * Directories are read until `readEntries` gives nothing more (it answers at most 100 at a time); not by handles, which leave
 * out names that the browser does not like.
 */
export async function fromDrop(transfer: DataTransfer): Promise<Chosen> {
  const chosen: Chosen = { files: [], emptyFolders: [] };
  const items = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ handle: handleOf(item), entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  await Promise.all(
    items.map(async ({ handle, entry, file }) => {
      if (entry) await walk(entry, [], chosen, await handle);
      else if (file) chosen.files.push({ file, path: [] });
    }),
  );
  return chosen;
}

async function walk(entry: FileSystemEntry, path: string[], chosen: Chosen, dropped: FileSystemHandle | null): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    const handle = await handleBelow(dropped, path, entry.name);
    chosen.files.push({ file, path, ...(handle && { handle }) });
    return;
  }
  const here = [...path, entry.name];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let found = 0;
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    found += batch.length;
    for (const child of batch) await walk(child, here, chosen, dropped);
  }
  if (found === 0) chosen.emptyFolders.push(here);
}
