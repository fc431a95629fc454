import type { Translated } from '../translate.ts';
import type { activity as chinese } from '../zh-CN/activity.ts';

export const activity: Translated<typeof chinese> = {
  title: 'Activity',
  created: 'created it',
  newVersion: 'saved version {n}',
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
  commented: 'commented',
  tagged: 'added the tag “{tag}”',
  sensitivityChanged: 'changed the sensitivity from “{from}” to “{to}”',
  untagged: 'removed the tag “{tag}”',
  older: 'Earlier activity',
};
