/**
 * The selection of a list, pure. Membership in `ids` is a constant-time lookup however long the list is. `anchor` is where a range starts;
 * `focus` is the row with the keyboard focus. `order` is always the ids in display order.
 */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
  readonly focus: string | null;
  /** Set by a screen: the list scrolls the focused row into view and moves the keyboard focus to it. */
  readonly follow?: boolean;
}

/** The ids that stay selected although they are not shown. */
export type Keeps = Pick<ReadonlySet<string>, 'has'>;

export const nothing: Selection = { ids: new Set(), anchor: null, focus: null };

export interface Modifiers {
  /** Shift: selects from the anchor to this row. */
  range: boolean;
  /** Ctrl or ⌘: adds this row to the selection or removes it. */
  toggle: boolean;
}

export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id, focus: id });

/** Focuses a row that a screen highlights, selected or not. */
export const pointedOut = (id: string, selected: boolean): Selection => ({
  ids: new Set(selected ? [id] : []),
  anchor: id,
  focus: id,
  follow: true,
});

export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, focus: id };
}

/** The ids from one end to the other, inclusive, in either direction. An anchor that is no longer shown counts as the target itself. */
function between(order: readonly string[], from: string | null, to: string): string[] {
  const end = order.indexOf(to);
  if (end < 0) return [];
  const found = from === null ? -1 : order.indexOf(from);
  const start = found < 0 ? end : found;
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export function ranged(selection: Selection, order: readonly string[], id: string, keep: boolean): Selection {
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : id;
  const range = between(order, anchor, id);
  return { ids: new Set(keep ? [...selection.ids, ...range] : range), anchor, focus: id };
}

export function clicked(selection: Selection, order: readonly string[], id: string, { range, toggle }: Modifiers): Selection {
  if (range) return ranged(selection, order, id, toggle);
  return toggle ? toggled(selection, id) : only(id);
}

/** A click on a row's checkbox is like a click with Ctrl; with Shift the range is added to the selection. */
export const ticked = (selection: Selection, order: readonly string[], id: string, range: boolean): Selection =>
  range ? ranged(selection, order, id, true) : toggled(selection, id);

/** A right click on a selected row keeps the selection; on any other row it selects that row alone. */
export const pointedAt = (selection: Selection, id: string): Selection =>
  selection.ids.has(id) ? { ...selection, focus: id, follow: false } : only(id);

/**
 * An arrow key moves the focus by `by` rows, clamped to the ends. Without `extend` it selects that row alone; with it, the range from the
 * anchor. Without a focused row, the first press selects the first row (going up, the last).
 */
export function moved(selection: Selection, order: readonly string[], by: number, extend: boolean): Selection {
  if (order.length === 0) return selection;
  const at = selection.focus === null ? -1 : order.indexOf(selection.focus);
  const next = at < 0 ? (by > 0 ? 0 : order.length - 1) : Math.max(0, Math.min(order.length - 1, at + by));
  const id = order[next] ?? '';
  return extend ? ranged(selection, order, id, false) : only(id);
}

export const movedTo = (selection: Selection, order: readonly string[], id: string | undefined, extend: boolean): Selection => {
  if (id === undefined) return selection;
  return extend ? ranged(selection, order, id, false) : only(id);
};

/** Adds every shown row to what is selected on other pages. */
export const all = (selection: Selection, order: readonly string[]): Selection => ({
  ids: new Set([...selection.ids, ...order]),
  anchor: selection.anchor,
  focus: selection.focus,
});

/** Esc clears the selection and keeps the focus. */
export const cleared = (selection: Selection): Selection => ({ ids: new Set(), anchor: selection.focus, focus: selection.focus });

/** A marquee selection of `hit`. `base` is the selection when the drag began; it stays when the marquee adds. */
export function banded(base: Selection, hit: readonly string[], add: boolean): Selection {
  const last = hit.at(-1) ?? base.focus;
  return { ids: new Set(add ? [...base.ids, ...hit] : hit), anchor: hit[0] ?? base.anchor, focus: last };
}

/**
 * Removes ids that are gone. `keeps` knows the ids that are only on another page; `before` is the previous display order. The focus moves
 * to the next remaining row, or to the last one above. Returns the same object when nothing was removed, so that React skips the render.
 */
export function pruned(selection: Selection, order: readonly string[], keeps?: Keeps, before: readonly string[] = []): Selection {
  const shown = new Set(order);
  const stays = (id: string | null) => (id !== null && shown.has(id) ? id : null);
  const ids = [...selection.ids].filter((id) => shown.has(id) || keeps?.has(id));
  if (ids.length === selection.ids.size && stays(selection.anchor) === selection.anchor && stays(selection.focus) === selection.focus)
    return selection;
  const at = selection.focus === null ? -1 : before.indexOf(selection.focus);
  const isShown = (id: string) => shown.has(id);
  const near = at < 0 ? undefined : (before.slice(at + 1).find(isShown) ?? before.slice(0, at).findLast(isShown));
  const focus = stays(selection.focus) ?? near ?? null;
  return { ids: new Set(ids), anchor: stays(selection.anchor), focus };
}

/** The state of the head checkbox. */
export function headState(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  if (selection.ids.size === 0) return 'none';
  return order.length > 0 && order.every((id) => selection.ids.has(id)) ? 'all' : 'some';
}
