import type { ListKeyEvent } from '../../ui/data-table/use-list.ts';

/** The actions with shortcuts in a file list, beyond navigation (look, section 9). */
type Doing = 'copy' | 'cut' | 'paste' | 'undo' | 'details' | 'upload' | 'newFolder' | 'star' | 'view' | 'transfers';

const chords: Record<string, Doing> = { c: 'copy', x: 'cut', v: 'paste', z: 'undo' };
const letters: Record<string, Doing> = { i: 'details', u: 'upload', n: 'newFolder', s: 'star', v: 'view', t: 'transfers' };

/** Single letters; with Ctrl or ⌘ the clipboard and undo. Keys without an action on this screen keep their browser meaning. */
export const fileKeys =
  (actions: Partial<Record<Doing, () => void>>) =>
  (event: ListKeyEvent): void => {
    const command = event.ctrlKey || event.metaKey;
    if (event.altKey || (command && event.shiftKey)) return;
    const doing = (command ? chords : letters)[event.key.toLowerCase()];
    const run = doing && actions[doing];
    if (!run) return;
    event.preventDefault();
    run();
  };
