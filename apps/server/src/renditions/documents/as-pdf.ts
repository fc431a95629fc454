import type { Confinement, Outcome } from '../../sandbox/index.ts';
import type { Refusal, Source } from '../converter.ts';
import { refusalOf } from '../refusal-of.ts';
import { documentKind } from './document-kind.ts';
import { officeToPdf, pdfToPdf } from './to-pdf.ts';

const sheets = ['xls', 'xlsx', 'ods'];
/** Points. A sheet is best shown on one page, unless the page becomes too long for a browser to draw sharply. */
const longestPage = 4000;

interface Given {
  source: Source;
  confinement: Confinement;
}

/** An office document as PDF, and a rewritten PDF. */
export async function documentAsPdf(given: Given): Promise<{ pdf: Buffer } | { refused: Refusal }> {
  const kind = await documentKind(given);
  if ('refused' in kind) return kind;
  const outcome = await toPdf(given, kind.extension);
  if (outcome.kind !== 'done') {
    const needsPassword = outcome.kind === 'failed' && /password/i.test(outcome.message);
    return { refused: needsPassword ? 'encrypted' : refusalOf(outcome) };
  }
  return outcome.result.length === 0 ? { refused: 'corrupt' } : { pdf: outcome.result };
}

async function toPdf({ source, confinement }: Given, extension: string): Promise<Outcome<Buffer>> {
  if (extension === 'pdf') return pdfToPdf(confinement, source);
  const isSheet = sheets.includes(extension);
  const outcome = await officeToPdf(confinement, source, { extension, wholeSheets: isSheet });
  const isTooLong = isSheet && outcome.kind === 'done' && longestSide(outcome.result) > longestPage;
  return isTooLong ? officeToPdf(confinement, source, { extension, wholeSheets: false }) : outcome;
}

/** LibreOffice writes each page's size in this form. */
function longestSide(pdf: Buffer): number {
  const sides = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].flatMap(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
  return Math.max(0, ...sides);
}
