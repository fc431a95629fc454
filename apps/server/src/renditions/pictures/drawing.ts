import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confinement } from '../../sandbox/index.ts';
import type { Pixels, Refusal } from '../converter.ts';
import { programs } from '../programs.ts';
import { refusalOf } from '../refusal-of.ts';

const MiB = 2 ** 20;
/** Node alone reserves more than a gigabyte of address space, nearly all of it untouched. */
const limits = { timeoutMs: 30_000, cpuSeconds: 25, memoryBytes: 3072 * MiB, outputBytes: 1024 * MiB };
const tooLarge = 65;

const program = fileURLToPath(new URL('./draw.ts', import.meta.url));

export interface Order {
  /** The longest side of the result, in pixels. */
  mostSide: number;
  quality: number;
  /** For vector images: the size at which they are drawn. */
  drawingSide?: number;
  /** Keeps animations. */
  moving?: boolean;
  /** The image is already rotated as its camera was held. */
  upright?: boolean;
}

export type Drawn = { kind: 'made'; picture: Buffer; pixels: Pixels } | { kind: 'refused'; reason: Refusal };

/** Draws an image again as WebP, in a process of its own. */
export async function draw(confinement: Confinement, writeTo: (path: string) => Promise<void>, order: Order): Promise<Drawn> {
  const { node, sharp, packages } = programs();
  const outcome = await confinement.run({
    program: node,
    reads: [packages],
    args: (folder) => [
      '--max-old-space-size=128',
      join(folder, 'draw.mjs'),
      sharp,
      JSON.stringify({ ...order, input: join(folder, 'input'), output: join(folder, 'output.webp') }),
    ],
    prepare: async (folder) => {
      // The server's own folder may be closed to other users.
      await copyFile(program, join(folder, 'draw.mjs'));
      await writeTo(join(folder, 'input'));
    },
    collect: async (folder, output) => ({
      picture: await readFile(join(folder, 'output.webp')),
      pixels: JSON.parse(output.toString()) as Pixels,
    }),
    limits,
  });
  if (outcome.kind === 'done') return { kind: 'made', ...outcome.result };
  if (outcome.kind === 'failed' && outcome.exitCode === tooLarge) return { kind: 'refused', reason: 'tooLarge' };
  return { kind: 'refused', reason: refusalOf(outcome) };
}
