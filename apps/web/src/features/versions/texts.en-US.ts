import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const versions: Translated<typeof chinese.versions> = {
  title: 'Versions',
  number: 'v{n}',
  current: 'Current',
  from: 'from v{n}',
  restore: 'Restore v{n}',
  restored: 'v{n} restored',
  sameContent: 'The content is already the same as v{n}',
  undone: 'Restore undone',
  remove: 'Delete version',
  removeTitle: 'Delete v{n} of “{name}”?',
  removeText: 'This version is deleted forever and can’t be restored. Its storage is freed right away.',
  removeConfirm: 'Delete v{n}',
  removed: 'v{n} deleted',
  more: 'More actions for v{n}',
  all: 'All {n}',
  older: 'Older versions',
  policy: 'Files keep up to {kept} versions.',
  policyDays: 'Files keep up to {kept} versions. Old versions are deleted {days} days after being replaced.',
};
