import type { Converter } from '../converter.ts';
import { documentAsPdf } from './as-pdf.ts';

/** Office documents as PDF, and rewritten PDFs for callers who may preview but not download them. */
export const documentConverter: Converter = {
  name: 'documents',
  kinds: ['document'],
  atOnce: 2,
  isWaitedFor: true,
  programs: ['soffice', 'pdftocairo'],
  async convert(making) {
    const made = await documentAsPdf(making);
    if ('refused' in made) return { kind: 'refused', reason: made.refused };
    await making.keep(made.pdf, 'application/pdf');
    return { kind: 'made' };
  },
};
