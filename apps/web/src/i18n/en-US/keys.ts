import type { Translated } from '../translate.ts';
import type { keys as chinese } from '../zh-CN/keys.ts';

export const keys: Translated<typeof chinese> = {
  title: 'Keyboard shortcuts',
  move: 'Move',
  extend: 'Extend the selection',
  select: 'Select',
  all: 'Select all',
  open: 'Open',
  up: 'Up',
  rename: 'Rename',
  remove: 'Delete',
  clipboard: 'Copy, cut, paste',
  undo: 'Undo the last delete or move',
  menu: 'Open the menu',
  escape: 'Close the top layer, then clear the selection',
  search: 'Search',
  favourite: 'Favourite',
  drawer: 'Details',
  upload: 'Upload',
  newFolder: 'New folder',
  view: 'List or grid',
  transfers: 'Transfers',
  preview: 'In a preview: neighbours, zoom, rotate, full screen',
  list: 'Keyboard shortcuts',
  letters: 'Single-key shortcuts',
  lettersHint: 'Single characters act while the list has the focus; switched off they do nothing.',
};
