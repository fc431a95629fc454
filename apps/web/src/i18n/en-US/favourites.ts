import type { Translated } from '../translate.ts';
import type { favourites as chinese } from '../zh-CN/favourites.ts';

export const favourites: Translated<typeof chinese> = {
  title: 'Favourites',
  add: 'Add to favourites',
  remove: 'Remove from favourites',
  isOne: 'A favourite',
  added: '“{name}” added to favourites',
  addedMany: '{n} items added to favourites',
  removed: '“{name}” removed from favourites',
  removedMany: '{n} items removed from favourites',
  someFailed: '{n} {n|item was|items were} not added: {reason}',
  find: 'Filter favourites',
  listLabel: 'Favourites',
  collected: 'Added',
  selectFirst: 'Select favourites first',
  emptyTitle: 'No favourites yet',
  emptyText: 'Press S on a file, or the star at the end of its row, and it is here.',
  emptyTextPhone: 'Hold a file and choose the star, and it is here.',
  goFiles: 'Go to personal files',
};
