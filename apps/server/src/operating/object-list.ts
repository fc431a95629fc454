/** The list of a backup's objects: one JSON line for each, compressed, ordered by the hash of the key. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

const confuse = z.object({ key: z.string(), points: z.array(z.tuple([z.number(), z.number()])) });

const listedObject = z.object({
  key: z.string(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How the bytes are obfuscated. */
  confuse: confuse.optional(),
});
export type ListedObject = z.infer<typeof listedObject>;

const linesAtOnce = 500;

/** The lines of a list, in portions. */
export async function* readLines<Line>(file: string): AsyncGenerator<Line[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let portion: Line[] = [];
  for await (const line of lines) {
    portion.push(JSON.parse(line) as Line);
    if (portion.length < linesAtOnce) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

export async function* readList(file: string): AsyncGenerator<ListedObject[]> {
  for await (const portion of readLines<unknown>(file)) yield portion.map((line) => listedObject.parse(line));
}
