import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Confinement, Outcome } from '../../sandbox/index.ts';
import type { Source } from '../converter.ts';
import { writeProfile } from './office-profile.ts';

const MiB = 2 ** 20;
const limits = { timeoutMs: 30_000, cpuSeconds: 30, memoryBytes: 3072 * MiB, outputBytes: 768 * MiB };

/** An office document as PDF. Empty if LibreOffice wrote nothing; its exit code does not tell. */
export function officeToPdf(
  confinement: Confinement,
  source: Source,
  { extension, wholeSheets }: { extension: string; wholeSheets: boolean },
): Promise<Outcome<Buffer>> {
  const filter = wholeSheets ? 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}' : 'pdf';
  return confinement.run({
    program: 'soffice',
    args: (folder) => [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...['--headless', '--norestore', '--nologo', '--nodefault', '--nofirststartwizard'],
      ...['--convert-to', filter, '--outdir', join(folder, 'made'), join(folder, `input.${extension}`)],
    ],
    prepare: async (folder) => {
      await writeProfile(join(folder, 'profile'));
      await source.writeTo(join(folder, `input.${extension}`));
    },
    collect: (folder) => pdfIn(join(folder, 'made/input.pdf')),
    limits,
  });
}

/** A rewritten PDF: it looks the same but is not the original file. */
export const pdfToPdf = (confinement: Confinement, source: Source): Promise<Outcome<Buffer>> =>
  confinement.run({
    program: 'pdftocairo',
    args: () => ['-pdf', 'input', 'output.pdf'],
    prepare: (folder) => source.writeTo(join(folder, 'input')),
    collect: (folder) => pdfIn(join(folder, 'output.pdf')),
    limits,
  });

async function pdfIn(path: string): Promise<Buffer> {
  const made = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  return made.toString('latin1', 0, 5) === '%PDF-' ? made : Buffer.alloc(0);
}
