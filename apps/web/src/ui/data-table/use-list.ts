import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { letterKeys } from '../letter-keys.ts';
import { answerKey } from './list-keys.ts';
import { pruned, type Keeps, type Selection } from './selection.ts';
import type { MenuPlace } from './table-types.ts';

interface ListKeys {
  scroller: RefObject<HTMLElement | null>;
  order: readonly string[];
  selection: Selection;
  onSelection(next: Selection): void;
  keeps?: Keeps | undefined;
  /** Cards per line; 1 for rows. */
  across?: (() => number) | undefined;
  /** Brings an item that is not rendered into view first. */
  reveal?(id: string): void;
  onOpen?(id: string): void;
  onRename?(id: string): void;
  onRemove?(): void;
  onUp?(): void;
  onMenu(place: MenuPlace, id: string): void;
  /** Whether the list has the focus, kept by the screen where one form of it follows another. */
  held?: RefObject<boolean> | undefined;
  /** Single letters and whatever else the screen listens for while the list has the focus. */
  onOtherKey?(event: KeyboardEvent): void;
}

const element = (scroller: HTMLElement | null, id: string) =>
  scroller?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;

/** What rows and cards share: the roving focus, the keys, and a selection without rows that went away. */
export function useList(list: ListKeys) {
  const { scroller, order, selection, onSelection, keeps } = list;
  const follow = useRef(false);

  useEffect(() => {
    const left = pruned(selection, order, keeps);
    if (left !== selection) onSelection(left);
  }, [order, selection, onSelection, keeps]);

  useLayoutEffect(() => {
    if (!follow.current || selection.focus === null) return;
    follow.current = false;
    const id = selection.focus;
    list.reveal?.(id);
    const focus = () => element(scroller.current, id)?.focus({ preventScroll: false });
    if (element(scroller.current, id)) focus();
    else requestAnimationFrame(() => requestAnimationFrame(focus));
  });

  // The row that had the focus went with its folder: the list keeps the keyboard.
  const own = useRef(false);
  const held = list.held ?? own;
  useLayoutEffect(() => {
    if (held.current && (document.activeElement === null || document.activeElement === document.body))
      scroller.current?.focus({ preventScroll: true });
  });
  const onFocus = () => void (held.current = true);
  const onBlur = () => void (held.current = false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, [role="menu"], [contenteditable]') &&
      !event.target.matches('[type="checkbox"]')
    )
      return;
    // Enter and Space on a button inside a row are the button's.
    if (
      event.target instanceof HTMLElement &&
      event.target.closest('button, a, [type="checkbox"]') &&
      (event.key === 'Enter' || event.key === ' ')
    )
      return;
    const key = { key: event.key, shift: event.shiftKey, command: event.ctrlKey || event.metaKey, alt: event.altKey };
    const answer = answerKey(key, selection, order, list.across?.() ?? 1);
    if (!answer) {
      if (event.key.length > 1 || key.command || key.alt || letterKeys.on()) list.onOtherKey?.(event);
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
  /** The one item that Tab reaches. */
  const tabStop = selection.focus !== null && order.includes(selection.focus) ? selection.focus : (order[0] ?? null);
  return { onKeyDown, onFocus, onBlur, tabStop };
}
