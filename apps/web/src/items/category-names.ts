import type { PlainKey } from '../i18n/index.ts';

/** Indexed by category code minus 1. */
export const categoryNames: readonly PlainKey[] = [
  'files.category1',
  'files.category2',
  'files.category3',
  'files.category4',
  'files.category5',
  'files.category6',
  'files.category7',
];
