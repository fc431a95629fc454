import type { Logger } from 'pino';
import type { Confinement } from '../confined/index.ts';

/** What is not shown without a program, and the Debian package that has it. */
const uses: Readonly<Record<string, { of: string; without: string }>> = {
  soffice: { of: 'libreoffice-writer libreoffice-calc libreoffice-impress', without: 'office documents' },
  'heif-convert': { of: 'libheif-examples', without: 'HEIC pictures' },
  pdftoppm: { of: 'poppler-utils', without: 'thumbnails of PDF files, and PDF files to those who may only look at them,' },
  ffmpeg: { of: 'ffmpeg', without: 'thumbnails of films and of BMP pictures' },
};

/** Says at the start, once, what cannot be shown for want of a program. */
export async function tellMissing(confinement: Confinement, logger: Logger): Promise<void> {
  for (const [program, { of, without }] of Object.entries(uses))
    if (!(await confinement.has(program))) logger.warn(`${program} (${of}) is not installed: ${without} are not shown`);
}
