import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { made } from './order.ts';
import { ArchiveRefused } from './archive-refused.ts';

/** Passes that many bytes and refuses the next one: sizes stated in headers are not trusted. */
export function bounded(most: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > most) done(new ArchiveRefused('tooLarge'));
      else done(null, chunk);
    },
  });
}

export const keepBounded = (from: Readable, most: number): Promise<void> =>
  pipeline(from, bounded(most), createWriteStream(made, { mode: 0o644 }));
