import { open } from 'node:fs/promises';
import type { Source } from '../converter.ts';

const MiB = 2 ** 20;
/** The first seconds of a video, and the index that some formats write at the end. */
const most = { start: 48 * MiB, end: 16 * MiB };

/**
 * Writes a content; of a large one only its beginning and its end, with a hole between them. The file has the full length, yet little is
 * read and stored.
 */
export async function writeEnds(source: Source, path: string): Promise<void> {
  const { size } = source;
  if (size <= most.start + most.end) return source.writeTo(path);
  const file = await open(path, 'w', 0o644);
  try {
    for (const range of [
      { start: 0, end: most.start - 1 },
      { start: size - most.end, end: size - 1 },
    ]) {
      let at = range.start;
      for await (const chunk of (await source.read(range)) as AsyncIterable<Buffer>) {
        await file.write(chunk, 0, chunk.length, at);
        at += chunk.length;
      }
    }
  } finally {
    await file.close();
  }
}
