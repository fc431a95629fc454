import { access } from './access-requests.ts';
import { activity } from './activity.ts';
import { agreements } from './agreements.ts';
import { comments } from './comments.ts';
import { common } from './common.ts';
import { departments } from './departments.ts';
import { errors } from './errors.ts';
import { everywhere } from './all-files.ts';
import { explain } from './access-report.ts';
import { favourites } from './favourites.ts';
import { files } from './files.ts';
import { groups } from './groups.ts';
import { identity } from './identity.ts';
import { keys } from './keyboard-shortcuts.ts';
import { later } from './coming-soon.ts';
import { levels } from './levels.ts';
import { moving } from './move-copy.ts';
import { notices } from './notices.ts';
import { preview } from './preview.ts';
import { search } from './search.ts';
import { recycle } from './recycle.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { tags } from './tags.ts';
import { transfer } from './transfer.ts';
import { versions } from './versions.ts';

export const dictionary = {
  common,
  shell,
  identity,
  agreements,
  errors,
  later,
  files,
  transfer,
  preview,
  departments,
  notices,
  explain,
  groups,
  access,
  search,
  sharing,
  versions,
  tags,
  comments,
  activity,
  favourites,
  everywhere,
  levels,
  keys,
  moving,
  recycle,
};
export type Dictionary = typeof dictionary;
