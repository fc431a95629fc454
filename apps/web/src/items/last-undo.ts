import { t } from '../i18n/index.ts';
import { dismissToast, toast } from '../ui/toast/toast.ts';

/** The last change that can be undone, and its toast. */
let last: { undo(): Promise<void>; toastId: number } | null = null;
/** The last change whose answer is not there yet; it may offer undo. */
let underWay: Promise<unknown> | null = null;

/** Runs a change that offers undo once the server has answered. Ctrl+Z pressed before that waits for the answer. */
export async function undoable<Result>(change: () => Promise<Result>): Promise<Result> {
  const running = change();
  underWay = running;
  try {
    return await running;
  } finally {
    if (underWay === running) underWay = null;
  }
}

/** Shows a toast with undo, also by Ctrl+Z; whichever is used first ends both. */
export function offerUndo(text: string, undo: () => Promise<void>): void {
  const mine = { undo, toastId: 0 };
  mine.toastId = toast.success(text, {
    label: t('common.undo'),
    run: () => {
      if (last === mine) last = null;
      void undo();
    },
  });
  last = mine;
}

/** Undoes the last change. One that is refused in the meantime has nothing to undo, and the change before it stays. */
export async function undoLast(): Promise<void> {
  if (underWay) {
    const before = last;
    await underWay.catch(() => {}); // whoever made the change shows its failure
    if (last === before) return;
  }
  const offered = last;
  last = null;
  if (!offered) return;
  dismissToast(offered.toastId);
  await offered.undo();
}
