import { t } from '../i18n/index.ts';
import { dismissToast, toast } from '../ui/toast/toast.ts';

/** The last change that can be undone, and its toast. */
let last: { undo(): Promise<void>; toastId: number } | null = null;

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

export function undoLast(): void {
  const offered = last;
  last = null;
  if (!offered) return;
  dismissToast(offered.toastId);
  void offered.undo();
}
