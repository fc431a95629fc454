import { limits } from '@alcove/contract';
import type { ReadBounds, SheetBounds } from '../sheets/index.ts';
import { columns } from './columns.ts';

const mebibyte = 1024 * 1024;
const ownProcess = { ms: 180_000, megabytes: 512 };

export const importBounds: ReadBounds = {
  ...ownProcess,
  rows: limits.importPeople,
  columns: 50,
  characters: 2000,
  bytes: limits.importPeopleBytes,
  unpackedBytes: 128 * mebibyte,
  beyond: 'refuse',
};

export const exportBounds: SheetBounds = {
  rows: limits.exportPeople,
  columns: columns.length + 2,
  characters: 32_767,
  bytes: 64 * mebibyte,
};
