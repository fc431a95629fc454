import type { FileSource } from './ports.ts';

/**
 * A small file read once: asking the browser for its bytes costs more than hashing and sending them, and what is hashed is
 * then what is sent, whatever happens to the file meanwhile.
 */
export function inMemory(source: FileSource): FileSource {
  let reading: Promise<Uint8Array> | null = null;
  const whole = (): Promise<Uint8Array> => (reading ??= source.read(0, source.size));
  const { name, size, lastModified } = source;
  return {
    name,
    size,
    lastModified,
    read: async (start, length) => (await whole()).slice(start, start + length),
    state: () =>
      whole().then(
        (bytes) => (bytes.length === size ? 'same' : 'changed'),
        () => source.state(),
      ),
  };
}
