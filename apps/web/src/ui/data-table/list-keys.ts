import { all, cleared, moved, movedTo, toggled, type Selection } from './selection.ts';

/** The action that a key triggers in a list. Pure; shared by rows (`across` 1) and cards (`across` = cards per line). */
export type KeyAnswer =
  | { do: 'select'; selection: Selection }
  | { do: 'open' | 'rename' | 'remove' | 'menu' | 'up'; id: string | null }
  | null;

export interface Key {
  key: string;
  shift: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  command: boolean;
  alt: boolean;
}

export function answerKey(key: Key, selection: Selection, order: readonly string[], across = 1, perScreen = 10): KeyAnswer {
  const select = (next: Selection): KeyAnswer => ({ do: 'select', selection: next });
  const step = (by: number): KeyAnswer => select(moved(selection, order, by, key.shift));
  if (key.alt) return key.key === 'ArrowUp' ? { do: 'up', id: null } : null;
  if (key.command) return key.key.toLowerCase() === 'a' ? select(all(selection, order)) : null;
  switch (key.key) {
    case 'ArrowDown':
      return step(across);
    case 'ArrowUp':
      return step(-across);
    case 'ArrowRight':
      return across > 1 ? step(1) : null;
    case 'ArrowLeft':
      return across > 1 ? step(-1) : null;
    case 'PageDown':
      return step(perScreen * across);
    case 'PageUp':
      return step(-perScreen * across);
    case 'Home':
      return select(movedTo(selection, order, order[0], key.shift));
    case 'End':
      return select(movedTo(selection, order, order.at(-1), key.shift));
    case ' ':
      return selection.focus === null ? null : select(toggled(selection, selection.focus));
    // Nothing is selected: Esc bubbles to whatever handles it next.
    case 'Escape':
      return selection.ids.size > 0 ? select(cleared(selection)) : null;
    case 'Enter':
      return { do: 'open', id: selection.focus };
    case 'F2':
      return { do: 'rename', id: selection.focus };
    case 'Delete':
      return { do: 'remove', id: selection.focus };
    case 'Backspace':
      return { do: 'up', id: null };
    case 'ContextMenu':
      return { do: 'menu', id: selection.focus };
    case 'F10':
      return key.shift ? { do: 'menu', id: selection.focus } : null;
    default:
      return null;
  }
}
