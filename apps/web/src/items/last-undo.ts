import { t } from '../i18n/index.ts';
import { dismissToast, toast } from '../ui/toast/toast.ts';

/** The last change that can be taken back, with the toast that offers it. */
let last: { undo(): Promise<void>; toastId: number } | null = null;

/** Says what was done and offers to take it back, in the toast and by Ctrl+Z: whichever comes first ends both offers. */
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
