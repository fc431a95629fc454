import type { Instance, Link } from '@alcove/contract';
import { createStore } from '../../ui/store.ts';

export type LinkDialogKind =
  /** The item's links, or the form for its first one. */
  | { kind: 'item'; item: Instance }
  | { kind: 'create'; item: Instance }
  | { kind: 'change'; link: Link }
  | { kind: 'rename'; link: Link }
  | { kind: 'extend' | 'qrCodes'; links: readonly Link[] }
  /** Internal sharing, in place of a link that may not be made. */
  | { kind: 'share'; item: Instance };

/** `turn` is a new number for every opening; it is used as the key. */
export type ShownLinkDialog = { turn: number } & LinkDialogKind;

const shown = createStore<ShownLinkDialog | null>(null);
let turn = 0;
let opener: Element | null = null;

/** The dialogs about external links are mounted once beside the screens: lists, drawers and other dialogs open them, and may close first. */
export const linkDialogs = {
  shown,
  open(next: LinkDialogKind): void {
    if (shown.read() === null) opener = document.activeElement;
    shown.set({ ...next, turn: (turn += 1) });
  },
  close: () => shown.set(null),
  /** Returns the focus to the opener. A lazy-loaded dialog mounts too late to know it. */
  closed(): void {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    opener = null;
  },
};

/** The props that all dialogs have in common. */
export interface DialogFrame {
  opened: boolean;
  onClose(): void;
  onExitTransitionEnd(): void;
}

/** The links that an item has, or the form for its first one. */
export const openLinksOf = (item: Instance): void => linkDialogs.open({ kind: item.linkpath === undefined ? 'create' : 'item', item });
