import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const activity: Translated<typeof chinese.activity> = {
  title: 'Activity',
  created: 'created it',
  newVersion: 'saved version {n}',
  visitorVersion: 'has version {n} from a visitor of their external link',
  versionRestored: 'restored version {n}',
  versionRemoved: 'deleted version {n}',
  renamed: 'renamed “{from}” to “{to}”',
  moved: 'moved it',
  movedTo: 'moved it to “{to}”',
  movedFrom: 'moved it out of “{from}”',
  movedFromTo: 'moved it from “{from}” to “{to}”',
  copied: 'copied it',
  copiedFrom: 'copied it from “{from}”',
  deleted: 'moved it to the recycle bin',
  restored: 'restored it from the recycle bin',
  shared: 'shared it with {who}',
  linked: 'created an external link',
  unlinked: 'withdrew an external link',
  commented: 'commented',
  tagged: 'added the tag “{tag}”',
  sensitivityChanged: 'changed the sensitivity from “{from}” to “{to}”',
  untagged: 'removed the tag “{tag}”',
  older: 'Earlier activity',
};
