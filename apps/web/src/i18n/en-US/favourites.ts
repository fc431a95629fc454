import type { Translated } from '../translate.ts';
import type { favourites as chinese } from '../zh-CN/favourites.ts';

export const favourites: Translated<typeof chinese> = {
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  isOne: 'Favorite',
  added: '“{name}” added to favorites',
  addedMany: '{n} items added to favorites',
  removed: '“{name}” removed from favorites',
  removedMany: '{n} items removed from favorites',
  someFailed: 'Couldn’t add {n} {n|item|items}: {reason}',
  find: 'Filter favorites',
  listLabel: 'Favorites',
  collected: 'Added',
  selectFirst: 'Select favorites first',
  emptyTitle: 'No favorites yet',
  emptyText: 'Press S on a file, or select the star at the end of its row.',
  emptyTextPhone: 'Touch and hold a file, then tap the star.',
  goFiles: 'Go to personal files',
};
