/** How the last move or removal is taken back; only once. */
let lastUndo: (() => Promise<void>) | null = null;

export const rememberUndo = (undo: () => Promise<void>): void => void (lastUndo = undo);

export function undoLast(): void {
  const undo = lastUndo;
  lastUndo = null;
  void undo?.();
}
