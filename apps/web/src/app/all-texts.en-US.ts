import { common, errors } from '../i18n/texts.en-US.ts';
import { shell } from './texts.en-US.ts';
import { accessReport } from '../features/access-report/texts.en-US.ts';
import { accessRequests } from '../features/access-requests/texts.en-US.ts';
import { activity } from '../features/activity/texts.en-US.ts';
import { agreements } from '../features/agreements/texts.en-US.ts';
import { comments } from '../features/comments/texts.en-US.ts';
import { groups } from '../features/groups/texts.en-US.ts';
import { identity } from '../features/identity/texts.en-US.ts';
import { keyboardShortcuts } from '../features/keyboard-shortcuts/texts.en-US.ts';
import { links } from '../features/links/texts.en-US.ts';
import { moveCopy } from '../features/move-copy/texts.en-US.ts';
import { notices } from '../features/notices/texts.en-US.ts';
import { departments } from '../features/people/texts.en-US.ts';
import { preview } from '../features/preview/texts.en-US.ts';
import { search } from '../features/search/texts.en-US.ts';
import { security } from '../features/second-factor/texts.en-US.ts';
import { sharing } from '../features/sharing/texts.en-US.ts';
import { tags } from '../features/tags/texts.en-US.ts';
import { tasks } from '../features/tasks/texts.en-US.ts';
import { transfer } from '../features/transfer/texts.en-US.ts';
import { versions } from '../features/versions/texts.en-US.ts';
import { favourites, files, levels } from '../items/texts.en-US.ts';
import { allFiles } from '../screens/all-files/texts.en-US.ts';
import { comingSoon } from '../screens/coming-soon/texts.en-US.ts';
import { recycle } from '../screens/recycle/texts.en-US.ts';

/** Every text of the interface, by feature. */
export const allTexts = {
  common,
  errors,
  shell,
  accessReport,
  accessRequests,
  activity,
  agreements,
  comments,
  groups,
  identity,
  keyboardShortcuts,
  links,
  moveCopy,
  notices,
  departments,
  preview,
  search,
  security,
  sharing,
  tags,
  tasks,
  transfer,
  versions,
  favourites,
  files,
  levels,
  allFiles,
  comingSoon,
  recycle,
};
