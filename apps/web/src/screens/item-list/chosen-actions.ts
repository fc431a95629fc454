import type { Instance, PlacingKind } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { clipboard } from '../../features/move-copy/clipboard.ts';
import { removeItems } from '../../items/file-actions.ts';
import { collectRefusal, refusal } from '../../items/may.ts';

/** Resolves to false when nothing was deleted. */
export async function removeChosen(chosen: readonly Instance[], offline: boolean): Promise<boolean> {
  const refused = refusal(chosen, 'delete', offline);
  if (refused) toast.warning(refused);
  else if (chosen.length === 0) toast.warning(t('files.selectFirst'));
  else return removeItems(chosen);
  return false;
}

/** For the keyboard shortcut: stars the items, or unstars them if all are starred. */
export function starChosen(chosen: readonly Instance[], offline: boolean): void {
  const refused = collectRefusal(chosen, offline);
  if (refused) toast.warning(refused);
  else if (chosen.length > 0) void toggleCollected(chosen);
}

/** For the keyboard shortcut: puts the items on the clipboard. Returns the id of the toast about it, or null. */
export function keepChosen(kind: PlacingKind, chosen: readonly Instance[], offline: boolean): number | null {
  if (chosen.length === 0) return null;
  const refused = refusal(chosen, kind, offline);
  if (refused) {
    toast.warning(refused);
    return null;
  }
  clipboard.keep({ kind, items: chosen });
  return toast({ text: t(kind === 'move' ? 'moveCopy.cut' : 'moveCopy.kept', { n: chosen.length }), tone: 'info' });
}
