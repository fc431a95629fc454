import type { Outcome } from '../../confined/index.ts';
import type { Converter, Making } from '../converter.ts';
import { refusalOf } from '../refusal-of.ts';
import { documentKind } from './document-kind.ts';
import { officeToPdf, pdfToPdf } from './to-pdf.ts';

const sheets = ['xls', 'xlsx', 'ods'];
/** Points. A sheet on one page is best to look at, unless the page becomes so long that a browser can no longer draw it sharply. */
const longestPage = 4000;

/** Office documents as PDF, and PDFs written anew for those who may look at them but not have them. */
export const documentConverter: Converter = {
  name: 'documents',
  kinds: ['document'],
  atOnce: 2,
  programs: ['soffice', 'pdftocairo'],
  async convert(making) {
    const kind = await documentKind(making.source);
    if ('refused' in kind) return { kind: 'refused', reason: kind.refused };
    const outcome = await toPdf(making, kind.extension);
    if (outcome.kind !== 'done') {
      const needsPassword = outcome.kind === 'failed' && /password/i.test(outcome.message);
      return { kind: 'refused', reason: needsPassword ? 'encrypted' : refusalOf(outcome) };
    }
    if (outcome.result.length === 0) return { kind: 'refused', reason: 'corrupt' };
    await making.keep(outcome.result, 'application/pdf');
    return { kind: 'made' };
  },
};

async function toPdf({ source, confinement }: Making, extension: string): Promise<Outcome<Buffer>> {
  if (extension === 'pdf') return pdfToPdf(confinement, source);
  const isSheet = sheets.includes(extension);
  const outcome = await officeToPdf(confinement, source, { extension, wholeSheets: isSheet });
  const isTooLong = isSheet && outcome.kind === 'done' && longestSide(outcome.result) > longestPage;
  return isTooLong ? officeToPdf(confinement, source, { extension, wholeSheets: false }) : outcome;
}

/** LibreOffice writes each page's size as it stands. */
function longestSide(pdf: Buffer): number {
  const sides = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].flatMap(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
  return Math.max(0, ...sides);
}
