import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const allFiles: Translated<typeof chinese.allFiles> = {
  title: 'All files',
  hint: 'Files in all folders of your personal space. Find the largest ones, or those you haven’t touched for a long time.',
  counted: '{n} {n|file|files}',
  countedMore: 'More than {n} files. Narrow by size, time or type.',
  anySize: 'Any size',
  size: 'Size',
  sizeFrom: '{size} or larger',
  anyAge: 'Any time',
  age: 'Modified',
  olderMonth: 'Not modified in a month',
  olderHalfYear: 'Not modified in 6 months',
  olderYear: 'Not modified in a year',
  filter: 'Filter by name',
  location: 'Location',
  emptyTitle: 'No files yet',
  emptyText: 'Files you upload to any folder appear here.',
  find: 'Find what’s using your storage',
};
