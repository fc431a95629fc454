import type { KeyboardEvent } from 'react';

/** Up and Down move from the field to the rows below it (`data-target`) and between rows; Right and Left expand and collapse. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event;
  if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-target]')].filter((row) => row.checkVisibility());
  const at = rows.findIndex((row) => row === target);
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = key === 'ArrowDown' ? rows[at + 1] : (rows[at - 1] ?? currentTarget.querySelector('input'));
    if (key === 'ArrowUp' && at < 0) return;
    event.preventDefault();
    next?.focus();
  } else if (at >= 0 && (key === 'ArrowRight' || key === 'ArrowLeft')) {
    const item = target.closest('[role="treeitem"]');
    if (item?.getAttribute('aria-expanded') !== String(key === 'ArrowLeft')) return;
    event.preventDefault();
    item.querySelector<HTMLElement>('button')?.click();
  }
}
