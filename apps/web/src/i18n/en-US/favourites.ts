import type { Translated } from '../translate.ts';
import type { favourites as chinese } from '../zh-CN/favourites.ts';

export const favourites: Translated<typeof chinese> = {
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  isOne: 'A favorite',
  added: '“{name}” added to favorites',
  addedMany: '{n} items added to favorites',
  removed: '“{name}” removed from favorites',
  removedMany: '{n} items removed from favorites',
  someFailed: '{n} {n|item was|items were} not added: {reason}',
  find: 'Filter favorites',
  listLabel: 'Favorites',
  collected: 'Added',
  selectFirst: 'Select favorites first',
  emptyTitle: 'No favorites yet',
  emptyText: 'Press S on a file, or the star at the end of its row, and it is here.',
  emptyTextPhone: 'Hold a file and choose the star, and it is here.',
  goFiles: 'Go to personal files',
};
