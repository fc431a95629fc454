import { join } from 'node:path';
import { decodeText } from '@alcove/contract';
import type { Confinement } from '../confined/index.ts';
import { documentText } from '../renditions/index.ts';
import type { Source } from '../renditions/index.ts';

const MiB = 2 ** 20;
/** Of a content's text, as many characters are kept; of plain text as many bytes are read. */
export const mostText = MiB;
/** Documents beyond this are found by name alone. */
const mostDocument = 50 * MiB;

/** What is in it: text, none that could be searched, some that nothing here can read, or some that only LibreOffice reads. */
export type Extracted = { kind: 'text'; text: string } | { kind: 'none' } | { kind: 'later' } | { kind: 'slow' };

interface Given {
  source: Source;
  confinement: Confinement;
}

/** By what it is, not by what it is called. Of what is no plain text nothing is read in this process. */
export async function extractText(given: Given): Promise<Extracted> {
  const { source, confinement } = given;
  const head = await source.head(headBytes);
  const [old, pdf, zip] = [isOldDocument(head), isPdf(head), isZip(head)];
  if ((old || pdf || zip) && source.size > mostDocument) return { kind: 'none' };
  if (old) return { kind: 'slow' };
  if (pdf) return textOfPdf((path) => source.writeTo(path), confinement);
  const text = zip ? await documentText(given, mostText) : plainText(await source.head(mostText));
  return text === null || text.trim() === '' ? { kind: 'none' } : { kind: 'text', text: text.slice(0, mostText) };
}

const headBytes = 8;
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Word, Excel, PowerPoint and WPS as they were before 2007, and RTF. */
const isOldDocument = (head: Buffer): boolean => head.subarray(0, 8).equals(ole) || head.toString('latin1', 0, 5) === '{\\rtf';
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

const sampleLength = 4096;
/** Of a hundred characters, as many may be control characters. */
const mostControl = 1;

/** Null for bytes that are no text in any encoding. */
export function plainText(bytes: Buffer): string | null {
  const { text } = decodeText(bytes, bytes.length >= mostText);
  const sample = text.slice(0, sampleLength);
  // oxlint-disable-next-line no-control-regex -- that is what is counted
  const control = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return (control * 100) / sample.length > mostControl ? null : text;
}

/** `write` puts it where it is told. */
export async function textOfPdf(write: (path: string) => Promise<void>, confinement: Confinement): Promise<Extracted> {
  const outcome = await confinement.run({
    program: 'pdftotext',
    args: (folder) => ['-q', '-enc', 'UTF-8', '-nopgbrk', '-l', '1000', join(folder, 'input.pdf'), '-'],
    prepare: (folder) => write(join(folder, 'input.pdf')),
    collect: async (_folder, output) => output.toString('utf8').slice(0, mostText),
    limits: { timeoutMs: 60_000, cpuSeconds: 30, memoryBytes: 1024 * MiB, outputBytes: mostDocument + 8 * MiB },
  });
  if (outcome.kind === 'missing') return { kind: 'later' };
  if (outcome.kind === 'stopped') throw new Error('the server stops'); // read at its next start
  // A PDF that is broken, locked or made to be endless has no text for us.
  return outcome.kind === 'done' && outcome.result.trim() !== '' ? { kind: 'text', text: outcome.result } : { kind: 'none' };
}
