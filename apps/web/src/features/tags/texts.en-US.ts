import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const tags: Translated<typeof chinese.tags> = {
  add: 'Tag',
  placeholder: 'Type a tag and press Enter',
  remove: 'Remove tag “{tag}”',
  counted: '{n} of {most} tags',
  filterBy: 'Show only tag “{tag}”',
  filtered: 'Tag: {tag}',
  clear: 'Clear tag filter',
};
