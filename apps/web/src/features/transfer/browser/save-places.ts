import { numberedName } from '@alcove/contract';
import type { DownloadSink } from '@alcove/transfer';

/** Whether this browser lets a page write to a place that the person chooses. */
export const canChoosePlace = (): boolean => window.showSaveFilePicker !== undefined && window.showDirectoryPicker !== undefined;

const cancelled = (error: unknown): null => {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
};

/** One file to a place of its own, several into a folder, numbered where a name is taken. Null: the person changed their mind. */
export async function choosePlaces(names: readonly string[]): Promise<DownloadSink[] | null> {
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    const handle = await window.showSaveFilePicker!({ suggestedName: only }).catch(cancelled);
    return handle && [fileSink(handle)];
  }
  const folder = await window.showDirectoryPicker!({ id: 'alcove-downloads', mode: 'readwrite' }).catch(cancelled);
  if (!folder) return null;
  const sinks: DownloadSink[] = [];
  for (const name of names) sinks.push(fileSink(await freshFile(folder, name)));
  return sinks;
}

async function freshFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemFileHandle> {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : numberedName(name, number);
    const taken = await folder.getFileHandle(candidate).then(
      () => true,
      (error: unknown) => error instanceof DOMException && error.name === 'TypeMismatchError',
    );
    if (!taken) return folder.getFileHandle(candidate, { create: true });
  }
}

/** The browser keeps what is written beside the file and puts it in its place on close. */
function fileSink(handle: FileSystemFileHandle): DownloadSink {
  let opened: Promise<FileSystemWritableFileStream> | null = null;
  const open = () => (opened ??= handle.createWritable());
  return {
    write: async (position, bytes) => (await open()).write({ type: 'write', position, data: bytes as Uint8Array<ArrayBuffer> }),
    async close(size) {
      const file = await open();
      await file.truncate(size);
      await file.close();
    },
    async discard() {
      if (opened) await (await opened).abort();
      await handle.remove?.(); // the picker has made an empty file already
    },
  };
}
