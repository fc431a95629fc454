import type { Translated } from '../translate.ts';
import type { versions as chinese } from '../zh-CN/versions.ts';

export const versions: Translated<typeof chinese> = {
  title: 'Versions',
  number: 'v{n}',
  current: 'Current',
  from: 'from v{n}',
  restore: 'Restore v{n}',
  restored: 'v{n} restored',
  sameContent: 'The content is that of v{n} already',
  undone: 'Restore undone',
  remove: 'Delete this version',
  removeTitle: 'Delete v{n} of “{name}”?',
  removeText: 'This version is deleted for good and cannot be brought back. Its space is free at once.',
  removeConfirm: 'Delete v{n}',
  removed: 'v{n} deleted',
  more: 'More actions for v{n}',
  all: 'All {n}',
  older: 'Older versions',
  policy: 'A file keeps at most {kept} versions.',
  policyDays: 'A file keeps at most {kept} versions; old ones go {days} days after they were replaced.',
};
