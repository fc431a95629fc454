import { access } from './access.ts';
import { agreements } from './agreements.ts';
import { common } from './common.ts';
import { departments } from './departments.ts';
import { errors } from './errors.ts';
import { explain } from './explain.ts';
import { files } from './files.ts';
import { groups } from './groups.ts';
import { identity } from './identity.ts';
import { later } from './later.ts';
import { moving } from './moving.ts';
import { notices } from './notices.ts';
import { preview } from './preview.ts';
import { recycle } from './recycle.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { transfer } from './transfer.ts';

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
  sharing,
  moving,
  recycle,
};
export type Dictionary = typeof dictionary;
