import { common, errors } from '../i18n/texts.zh-CN.ts';
import { shell } from './texts.zh-CN.ts';
import { accessReport } from '../features/access-report/texts.zh-CN.ts';
import { accessRequests } from '../features/access-requests/texts.zh-CN.ts';
import { activity } from '../features/activity/texts.zh-CN.ts';
import { agreements } from '../features/agreements/texts.zh-CN.ts';
import { comments } from '../features/comments/texts.zh-CN.ts';
import { groups } from '../features/groups/texts.zh-CN.ts';
import { identity } from '../features/identity/texts.zh-CN.ts';
import { keyboardShortcuts } from '../features/keyboard-shortcuts/texts.zh-CN.ts';
import { links } from '../features/links/texts.zh-CN.ts';
import { moveCopy } from '../features/move-copy/texts.zh-CN.ts';
import { notices } from '../features/notices/texts.zh-CN.ts';
import { departments } from '../features/people/texts.zh-CN.ts';
import { preview } from '../features/preview/texts.zh-CN.ts';
import { search } from '../features/search/texts.zh-CN.ts';
import { security } from '../features/second-factor/texts.zh-CN.ts';
import { sharing } from '../features/sharing/texts.zh-CN.ts';
import { tags } from '../features/tags/texts.zh-CN.ts';
import { tasks } from '../features/tasks/texts.zh-CN.ts';
import { transfer } from '../features/transfer/texts.zh-CN.ts';
import { versions } from '../features/versions/texts.zh-CN.ts';
import { favourites, files, levels } from '../items/texts.zh-CN.ts';
import { allFiles } from '../screens/all-files/texts.zh-CN.ts';
import { comingSoon } from '../screens/coming-soon/texts.zh-CN.ts';
import { recycle } from '../screens/recycle/texts.zh-CN.ts';

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
