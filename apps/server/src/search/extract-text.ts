import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement } from '../sandbox/index.ts';
import { documentText } from '../renditions/index.ts';
import type { Source } from '../renditions/index.ts';
import { mostText } from './index-text.ts';

const MiB = 2 ** 20;
/** Documents beyond this are found by name alone. */
const mostDocument = 50 * MiB;

/**
 * What is in it: text, bytes that may be some, none that could be searched, some that nothing here can read, or some that only LibreOffice
 * reads.
 */
export type Extracted =
  { kind: 'text'; text: string } | { kind: 'bytes'; bytes: Buffer } | { kind: 'none' } | { kind: 'later' } | { kind: 'slow' };

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
  if (isBinary(head)) return { kind: 'none' };
  if (!zip) return { kind: 'bytes', bytes: await source.head(mostText) };
  const text = await documentText(given, mostText);
  if (text === null) return { kind: 'later' };
  return text.trim() === '' ? { kind: 'none' } : { kind: 'text', text };
}

const headBytes = 8;
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Word, Excel, PowerPoint and WPS as they were before 2007, and RTF. */
const isOldDocument = (head: Buffer): boolean => head.subarray(0, 8).equals(ole) || head.toString('latin1', 0, 5) === '{\\rtf';
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** Pictures, films, recordings, archives and programs, of which most of a company's bytes are: no text begins like these. */
const binary = [
  'ffd8ff',
  '89504e470d0a1a0a',
  '474946383961',
  '49492a00',
  '4d4d002a',
  '1f8b08',
  '377abcaf271c',
  '526172211a07',
  '1a45dfa3',
  '7f454c46',
  'fd377a585a00',
];
const isBinary = (head: Buffer): boolean =>
  binary.some((start) => head.toString('hex').startsWith(start)) || head.toString('latin1', 4, 8) === 'ftyp';

/** `write` puts it where it is told. */
export async function textOfPdf(write: (path: string) => Promise<void>, confinement: Confinement): Promise<Extracted> {
  const outcome = await confinement.run({
    program: 'pdftotext',
    args: (folder) => ['-q', '-enc', 'UTF-8', '-nopgbrk', '-l', '1000', join(folder, 'input.pdf'), join(folder, 'text')],
    prepare: (folder) => write(join(folder, 'input.pdf')),
    collect: (folder) => beginningOf(join(folder, 'text')),
    limits: { timeoutMs: 60_000, cpuSeconds: 30, memoryBytes: 1024 * MiB, outputBytes: mostDocument + 8 * MiB },
  });
  if (outcome.kind === 'missing') return { kind: 'later' };
  if (outcome.kind === 'stopped') throw new Error('the server stops'); // read at its next start
  // A PDF that is broken, locked or made to be endless has no text for us.
  return outcome.kind === 'done' && outcome.result.trim() !== '' ? { kind: 'text', text: outcome.result } : { kind: 'none' };
}

/** A character has four bytes at most. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4 * mostText), 0, 4 * mostText, 0);
    return buffer.toString('utf8', 0, bytesRead).slice(0, mostText);
  } finally {
    await file.close();
  }
}
