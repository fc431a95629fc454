/** An Excel file as the answer of a call. */
import { Attachment } from '../http/index.ts';
import type { SheetBounds } from './bounds.ts';
import { writeSheet } from './write-sheet.ts';
import type { Sheet } from './write-sheet.ts';

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A file up to this size is made before the answer begins. */
const heldBytes = 256 * 1024;

/**
 * A file that is sent while it is written. What fails within its first part is a refusal, as in other calls; later the connection is cut, so
 * that nobody takes a part for the whole. Throws what `writeSheet` throws.
 */
export async function sheetAttachment(fileName: string, sheet: Sheet, bounds: SheetBounds): Promise<Attachment> {
  const pieces = writeSheet(sheet, bounds);
  const held: Uint8Array[] = [];
  for (let bytes = 0; bytes < heldBytes;) {
    const { value, done } = await pieces.next();
    if (done) return new Attachment(fileName, contentType, Buffer.concat(held));
    held.push(value);
    bytes += value.length;
  }
  return new Attachment(fileName, contentType, followedBy(held, pieces));
}

/** A file that is written before it is sent, for rows that are not many, or that must not fail on the way. Throws what `writeSheet` throws. */
export async function wholeSheet(fileName: string, sheet: Sheet, bounds: SheetBounds): Promise<Attachment> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet(sheet, bounds)) pieces.push(piece);
  return new Attachment(fileName, contentType, Buffer.concat(pieces));
}

async function* followedBy(held: readonly Uint8Array[], pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* held;
    yield* pieces;
  } finally {
    // Also when nothing of it was taken yet.
    await pieces.return(undefined);
  }
}
