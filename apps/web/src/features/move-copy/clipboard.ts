import type { PlaceRequest } from './PlaceDialog.tsx';

let kept: PlaceRequest | null = null;

/** What Ctrl C or Ctrl X took, for Ctrl V in any folder of this page. */
export const clipboard = {
  read: () => kept,
  keep: (request: PlaceRequest) => void (kept = request),
  clear: () => void (kept = null),
};
