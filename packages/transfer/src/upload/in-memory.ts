import type { FileSource } from '../ports.ts';

/** A small file in memory: exactly what was hashed is sent, even if the file changes meanwhile. */
export function inMemory({ name, size, lastModified }: FileSource, bytes: Uint8Array): FileSource {
  return {
    name,
    size,
    lastModified,
    read: async (start, length) => bytes.slice(start, start + length),
    state: async () => 'same',
  };
}
