import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement, Outcome } from '../../sandbox/index.ts';
import type { Source } from '../converter.ts';

const MiB = 2 ** 20;
const limits = { timeoutMs: 20_000, cpuSeconds: 15, memoryBytes: 1024 * MiB, outputBytes: 512 * MiB };

/** A PDF's first page as JPEG. */
export const firstPage = (confinement: Confinement, source: Source, mostSide: number): Promise<Outcome<Buffer>> =>
  confinement.run({
    program: 'pdftoppm',
    args: () => [
      '-q',
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      '-scale-to',
      String(mostSide),
      '-jpeg',
      '-jpegopt',
      'quality=82',
      'input',
      'page',
    ],
    prepare: (folder) => source.writeTo(join(folder, 'input')),
    collect: (folder) => readFile(join(folder, 'page.jpg')),
    limits,
  });
