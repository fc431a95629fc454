import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement } from '../sandbox/index.ts';
import { documentText } from '../renditions/index.ts';
import type { Source } from '../renditions/index.ts';
import { hasNoText, headBytes, isOldDocument, isPdf, isZip } from '../has-no-text.ts';
import { mostText } from './index-text.ts';
import { isZipWithoutText } from './zip-without-text.ts';

const MiB = 2 ** 20;
/** Larger documents are found by name only. */
const mostDocument = 50 * MiB;

/**
 * The kind of content: text, bytes that may be text, nothing searchable, a document whose text stays unknown because it is too large, broken or
 * encrypted, a format that cannot be read here, or one that only LibreOffice reads.
 */
export type Extracted =
  | { kind: 'text'; text: string; cut?: boolean }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'none' }
  | { kind: 'unread' }
  | { kind: 'later' }
  | { kind: 'slow' };

interface Given {
  source: Source;
  confinement: Confinement;
}

/** Decided by the content, not by the name. Only plain text is read in this process. */
export async function extractText(given: Given): Promise<Extracted> {
  const { source, confinement } = given;
  const head = await source.head(headBytes);
  if (hasNoText(head)) return { kind: 'none' };
  const [old, pdf, zip] = [isOldDocument(head), isPdf(head), isZip(head)];
  if ((old || pdf || zip) && source.size > mostDocument) return { kind: 'unread' };
  if (old) return { kind: 'slow' };
  if (pdf) return textOfPdf((path) => source.writeTo(path), confinement);
  if (!zip) return { kind: 'bytes', bytes: source.size <= head.length ? head : await source.head(mostText) };
  if (await isZipWithoutText(source)) return { kind: 'none' };
  const document = await documentText(given, mostText);
  if (document === null) return { kind: 'later' };
  const { text, whole } = document;
  if (text.trim() === '') return { kind: whole ? 'none' : 'unread' };
  return { kind: 'text', text, cut: !whole };
}

/** `write` gets the path to write to. */
export async function textOfPdf(write: (path: string) => Promise<void>, confinement: Confinement): Promise<Extracted> {
  const outcome = await confinement.run({
    program: 'pdftotext',
    args: (folder) => ['-q', '-enc', 'UTF-8', '-nopgbrk', '-l', '1000', join(folder, 'input.pdf'), join(folder, 'text')],
    prepare: (folder) => write(join(folder, 'input.pdf')),
    collect: (folder) => beginningOf(join(folder, 'text')),
    limits: { timeoutMs: 60_000, cpuSeconds: 30, memoryBytes: 1024 * MiB, outputBytes: mostDocument + 8 * MiB },
  });
  if (outcome.kind === 'missing') return { kind: 'later' };
  if (outcome.kind === 'stopped') throw new Error('the server stops'); // read when the program's next run begins
  // A PDF that is broken, encrypted or crafted to be endless.
  if (outcome.kind !== 'done') return { kind: 'unread' };
  return outcome.result.trim() === '' ? { kind: 'none' } : { kind: 'text', text: outcome.result };
}

/** A character has at most four bytes. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4 * mostText), 0, 4 * mostText, 0);
    return buffer.toString('utf8', 0, bytesRead).slice(0, mostText);
  } finally {
    await file.close();
  }
}
