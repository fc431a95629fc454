import type { Translated } from '../translate.ts';
import type { tags as chinese } from '../zh-CN/tags.ts';

export const tags: Translated<typeof chinese> = {
  add: 'Tag',
  placeholder: 'Type a tag and press Enter',
  remove: 'Remove tag “{tag}”',
  counted: '{n} of {most} tags',
  filterBy: 'Show only tag “{tag}”',
  filtered: 'Tag: {tag}',
  clear: 'Clear tag filter',
};
