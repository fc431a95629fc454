import { limits } from '@alcove/contract';
import type { ReadBounds, SheetBounds } from '../sheets/index.ts';

const ownProcess = { ms: 10_000, megabytes: 192 };
const mebibyte = 1024 * 1024;

/** Of an honest list, what is unpacked is some ten kilobytes. Columns that nobody asks for may hold anything. */
export const importBounds: ReadBounds = {
  ...ownProcess,
  rows: limits.importRows,
  columns: 20,
  characters: 320,
  bytes: limits.sentFileBytes,
  unpackedBytes: 20 * mebibyte,
  beyond: 'ignore',
};

/** More people than a share has. */
export const exportBounds: SheetBounds = { rows: 50_000, columns: 6, characters: 32_767, bytes: 20 * mebibyte };
