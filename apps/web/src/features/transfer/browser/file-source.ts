import type { FileSource } from '@alcove/transfer';
import { piecesOf, readsIntoMemory } from './file-reading.ts';

/** A picked file of the browser; the file itself is kept so that a worker can be given it. */
export interface BrowserFile extends FileSource {
  readonly file: File;
  /** Kept for going on after a reload. */
  readonly handle?: FileSystemFileHandle | undefined;
}

export function fileSource(file: File, name = file.name, handle?: FileSystemFileHandle): BrowserFile {
  return {
    file,
    handle,
    name,
    size: file.size,
    lastModified: file.lastModified,
    pieces: readsIntoMemory ? () => piecesOf(file) : undefined,
    read: async (start, length) => new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
    // A file that was changed or removed on the disk since it was picked cannot be read any more.
    state: () =>
      file
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => 'same',
          (error: unknown) => (error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'changed'),
        ),
  };
}

export const isBrowserFile = (source: FileSource): source is BrowserFile => 'file' in source;
