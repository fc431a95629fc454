import type { Translated } from '../translate.ts';
import type { everywhere as chinese } from '../zh-CN/everywhere.ts';

export const everywhere: Translated<typeof chinese> = {
  title: 'All files',
  hint: 'The files of every folder in your space: find the largest, and those untouched the longest.',
  counted: '{n} {n|file|files}',
  countedMore: 'More than {n} files; narrow by size, time or type',
  anySize: 'Any size',
  size: 'Size',
  sizeFrom: '{size} and more',
  anyAge: 'Any time',
  age: 'Modified',
  olderMonth: 'Not modified for a month',
  olderHalfYear: 'Not modified for half a year',
  olderYear: 'Not modified for a year',
  filter: 'Filter by name',
  location: 'Location',
  emptyTitle: 'No files yet',
  emptyText: 'Once uploaded, the files of all folders are listed here.',
  find: 'Find what takes up space',
};
