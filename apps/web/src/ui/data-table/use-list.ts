import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { letterKeys } from '../letter-keys.ts';
import { answerKey } from './list-keys.ts';
import { pruned, type Keeps, type Selection } from './selection.ts';
import type { MenuPlace } from './table-types.ts';

/** A key event from React or from the window. */
export type ListKeyEvent = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault' | 'stopPropagation'
>;

interface ListKeys {
  scroller: RefObject<HTMLElement | null>;
  order: readonly string[];
  selection: Selection;
  onSelection(next: Selection): void;
  keeps?: Keeps | undefined;
  /** Cards per line; 1 for rows. */
  across?: (() => number) | undefined;
  /** Scrolls to an item that virtualization has not rendered. */
  reveal?(id: string): void;
  onOpen?(id: string): void;
  onRename?(id: string): void;
  onRemove?(): void;
  onUp?(): void;
  onMenu(place: MenuPlace, id: string): void;
  /** Whether the list has the focus. The screen owns it when rows and cards replace each other. */
  held?: RefObject<boolean> | undefined;
  /** Receives single letters and other keys that the list does not handle, while it has the focus. */
  onOtherKey?(event: ListKeyEvent): void;
}

const element = (scroller: HTMLElement | null, id: string) =>
  scroller?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;

/** Behavior shared by rows and cards: roving tabindex, keyboard, and a selection that drops removed rows. */
export function useList(list: ListKeys) {
  const { scroller, order, selection, onSelection, keeps } = list;
  const follow = useRef(false);

  const shownBefore = useRef(order);
  useEffect(() => {
    const left = pruned(selection, order, keeps, shownBefore.current);
    shownBefore.current = order;
    if (left === selection) return;
    follow.current = left.focus !== selection.focus && document.activeElement === scroller.current;
    onSelection(left);
  }, [order, selection, onSelection, keeps, scroller]);

  const followed = useRef<Selection>(null);
  useLayoutEffect(() => {
    if (selection.follow && followed.current !== selection && selection.focus !== null && order.includes(selection.focus)) {
      followed.current = selection;
      follow.current = true;
    }
    if (!follow.current || selection.focus === null) return;
    follow.current = false;
    const id = selection.focus;
    list.reveal?.(id);
    const focus = () => element(scroller.current, id)?.focus({ preventScroll: false });
    if (element(scroller.current, id)) focus();
    else requestAnimationFrame(() => requestAnimationFrame(focus));
  });

  // The focus was in a dialog that closed: its row has it again. If the row was removed with its folder, the list itself takes it.
  const own = useRef(false);
  const held = list.held ?? own;
  useLayoutEffect(() => {
    if (held.current && (document.activeElement === null || document.activeElement === document.body))
      ((selection.focus !== null && element(scroller.current, selection.focus)) || scroller.current)?.focus({ preventScroll: true });
  });
  const onFocus = () => void (held.current = true);
  // A dialog takes the focus only temporarily. Its row may be gone when the focus returns, so the list still counts as focused.
  const onBlur = ({ relatedTarget }: FocusEvent) =>
    void (held.current = relatedTarget instanceof Element && relatedTarget.closest(inDialog) !== null);

  const onKeyDown = (event: ListKeyEvent) => {
    if (
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, [role="menu"], [contenteditable]') &&
      !event.target.matches('[type="checkbox"]')
    )
      return;
    // Enter and Space on a button inside a row activate that button.
    if (
      event.target instanceof HTMLElement &&
      event.target.closest('button, a, [type="checkbox"]') &&
      (event.key === 'Enter' || event.key === ' ')
    )
      return;
    const key = { key: event.key, shift: event.shiftKey, command: event.ctrlKey || event.metaKey, alt: event.altKey };
    const answer = answerKey(key, selection, order, list.across?.() ?? 1);
    if (!answer) {
      if (event.key.length > 1 || key.command || key.alt || letterKeys.read()) list.onOtherKey?.(event);
      return;
    }
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    switch (answer.do) {
      case 'select':
        follow.current = answer.selection.focus !== selection.focus;
        handled();
        return onSelection(answer.selection);
      case 'open':
        return answer.id !== null && list.onOpen ? (handled(), list.onOpen(answer.id)) : undefined;
      case 'rename':
        return answer.id !== null && list.onRename ? (handled(), list.onRename(answer.id)) : undefined;
      case 'remove':
        return list.onRemove ? (handled(), list.onRemove()) : undefined;
      case 'up':
        return list.onUp ? (handled(), list.onUp()) : undefined;
      case 'menu': {
        const row = answer.id === null ? null : element(scroller.current, answer.id);
        if (!row || answer.id === null) return;
        handled();
        const box = row.getBoundingClientRect();
        return list.onMenu({ x: box.left + Math.min(60, box.width / 2), y: box.top + box.height / 2 }, answer.id);
      }
      default:
        return answer satisfies never;
    }
  };
  useKeysOfPage(scroller, onKeyDown);
  /** The only item with tabindex 0. */
  const tabStop = selection.focus !== null && order.includes(selection.focus) ? selection.focus : (order[0] ?? null);
  return { onKeyDown, onFocus, onBlur, tabStop };
}

const inDialog = '[role="dialog"], [role="alertdialog"]';

/** Keys pressed while nothing is focused go to the visible list, so that nobody has to click it first. */
function useKeysOfPage(scroller: RefObject<HTMLElement | null>, onKeyDown: (event: ListKeyEvent) => void) {
  const latest = useRef(onKeyDown);
  useLayoutEffect(() => void (latest.current = onKeyDown));
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const list = scroller.current;
      if (event.defaultPrevented || event.target !== document.body || !list?.checkVisibility() || document.querySelector(inDialog)) return;
      // Ctrl shortcuts keep their browser meaning while text is selected: it may be about to be copied.
      if ((event.ctrlKey || event.metaKey) && getSelection()?.isCollapsed === false) return;
      if (event.key.startsWith('Arrow')) list.focus({ preventScroll: true });
      latest.current(event);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [scroller]);
}
