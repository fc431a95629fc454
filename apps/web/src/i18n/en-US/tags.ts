import type { Translated } from '../translate.ts';
import type { tags as chinese } from '../zh-CN/tags.ts';

export const tags: Translated<typeof chinese> = {
  add: 'Tag',
  placeholder: 'Type a tag, then Enter',
  remove: 'Remove the tag “{tag}”',
  counted: '{n} of {most} tags',
  filterBy: 'Only with the tag “{tag}”',
  filtered: 'Tag: {tag}',
  clear: 'Clear the tag filter',
};
