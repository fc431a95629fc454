import type { PlaceRequest } from './PlaceDialog.tsx';

let kept: PlaceRequest | null = null;

/** The items cut or copied with Ctrl+X or Ctrl+C, for Ctrl+V in any folder of this page. */
export const clipboard = {
  read: () => kept,
  keep: (request: PlaceRequest) => void (kept = request),
  clear: () => void (kept = null),
};
