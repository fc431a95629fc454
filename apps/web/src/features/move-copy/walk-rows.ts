import type { KeyboardEvent } from 'react';

/** Up and down lead from the field into the rows below it (`data-target`), and from row to row; right and left unfold and fold one. */
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
