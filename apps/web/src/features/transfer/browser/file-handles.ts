/** Handles of dropped files: with one kept, an interrupted upload goes on by one click. Chromium gives them, on pages over https. */

/** Not yet in TypeScript's own description of the browser. */
type Permitting = FileSystemFileHandle & { requestPermission?(of: { mode: 'read' }): Promise<PermissionState> };
type Handing = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Must be called inside the drop event. Null where the browser has none, or keeps this place (a system folder) to itself. */
export async function handleOf(item: DataTransferItem): Promise<FileSystemHandle | null> {
  return (await (item as Handing).getAsFileSystemHandle?.().catch(() => null)) ?? null;
}

/** The handle of a file in what was dropped, `path` beginning with that itself; null where the browser does not give it. */
export async function handleBelow(
  dropped: FileSystemHandle | null,
  path: readonly string[],
  name: string,
): Promise<FileSystemFileHandle | null> {
  if (dropped?.kind !== 'directory') return dropped as FileSystemFileHandle | null;
  try {
    let folder = dropped as FileSystemDirectoryHandle;
    for (const one of path.slice(1)) folder = await folder.getDirectoryHandle(one);
    return await folder.getFileHandle(name);
  } catch {
    return null; // a name that handles do not allow: the person picks the file again
  }
}

/** The file as it is now, after asking for permission where the browser wants that; null when refused or gone. Called by a click. */
export async function fileBehind(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    const permission = (await (handle as Permitting).requestPermission?.({ mode: 'read' })) ?? 'granted';
    return permission === 'granted' ? await handle.getFile() : null;
  } catch {
    return null; // renamed, removed, or on a disk that is no longer there
  }
}
