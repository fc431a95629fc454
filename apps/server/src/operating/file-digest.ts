import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Passes bytes on, and counts and hashes them. */
export function digesting(): { through: Transform; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export async function digestOf(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const { through, result } = digesting();
  await pipeline(stream, through.resume());
  return result();
}

export const digestOfFile = (path: string): Promise<{ bytes: number; sha256: string }> => digestOf(createReadStream(path));
