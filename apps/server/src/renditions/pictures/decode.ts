import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement, Outcome } from '../../sandbox/index.ts';
import type { Source } from '../converter.ts';
import type { PictureKind } from './picture-kind.ts';

const MiB = 2 ** 20;
const limits = { timeoutMs: 30_000, cpuSeconds: 25, memoryBytes: 2048 * MiB, outputBytes: 1024 * MiB };

type Decoder = { program: string; args: readonly string[]; output: string };

const withFfmpeg = (format: string): Decoder => ({
  program: 'ffmpeg',
  args: ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', format, '-i', 'input', '-frames:v', '1', 'output.png'],
  output: 'output.png',
});
/** Formats that sharp cannot read are first converted into one that it can. */
const decoders: Partial<Record<PictureKind, Decoder>> = {
  heif: { program: 'heif-convert', args: ['--quiet', '-q', '95', 'input', 'output.jpg'], output: 'output' },
  bmp: withFfmpeg('bmp_pipe'),
  ico: withFfmpeg('ico'),
};

/** Null: sharp reads it directly. Of a HEIF with several images it takes the first. */
export async function decode(confinement: Confinement, kind: PictureKind, source: Source): Promise<Outcome<Buffer> | null> {
  const decoder = decoders[kind];
  if (!decoder) return null;
  return confinement.run({
    program: decoder.program,
    args: () => decoder.args,
    prepare: (folder) => source.writeTo(join(folder, 'input')),
    collect: async (folder) => {
      const [first] = (await readdir(folder)).filter((name) => name.startsWith(decoder.output)).sort();
      return first === undefined ? Buffer.alloc(0) : readFile(join(folder, first));
    },
    limits,
  });
}
