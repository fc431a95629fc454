/**
 * The selection of a list, pure. `ids` may be asked in constant time however long the list is; `anchor` is where a range
 * starts, `focus` the row that the keyboard stands on. `order` is always the ids as they are shown.
 */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
  readonly focus: string | null;
  /** Set by a screen: the list brings the focused row into view and gives it the keyboard. */
  readonly follow?: boolean;
}

/** What stays selected although it is not shown. */
export type Keeps = Pick<ReadonlySet<string>, 'has'>;

export const nothing: Selection = { ids: new Set(), anchor: null, focus: null };

export interface Modifiers {
  /** Shift: from the anchor to here. */
  range: boolean;
  /** Ctrl or ⌘: add to or take from what is selected. */
  toggle: boolean;
}

export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id, focus: id });

/** A row that a screen points out, selected or not. */
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

/** Both ends and all between, whichever comes first. An anchor that is no longer shown counts as the target itself. */
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

/** A click on a row. */
export function clicked(selection: Selection, order: readonly string[], id: string, { range, toggle }: Modifiers): Selection {
  if (range) return ranged(selection, order, id, toggle);
  return toggle ? toggled(selection, id) : only(id);
}

/** A click on a row's checkbox: like a click with Ctrl; with Shift the range joins what is selected already. */
export const ticked = (selection: Selection, order: readonly string[], id: string, range: boolean): Selection =>
  range ? ranged(selection, order, id, true) : toggled(selection, id);

/** The right button keeps a selection that it hits, and takes the row alone otherwise. */
export const pointedAt = (selection: Selection, id: string): Selection =>
  selection.ids.has(id) ? { ...selection, focus: id, follow: false } : only(id);

/**
 * An arrow key: `by` rows on. Without `extend` the row alone is selected; with it the range from the anchor. The ends stop.
 * From nowhere the first press lands on the first row (the last one, going up).
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

/** All that is shown, besides what is selected on other pages. */
export const all = (selection: Selection, order: readonly string[]): Selection => ({
  ids: new Set([...selection.ids, ...order]),
  anchor: selection.anchor,
  focus: selection.focus,
});

/** Esc: nothing selected, the keyboard stays where it is. */
export const cleared = (selection: Selection): Selection => ({ ids: new Set(), anchor: selection.focus, focus: selection.focus });

/** A rubber band over `hit`; `base` is what was selected when it began and stays when the band adds. */
export function banded(base: Selection, hit: readonly string[], add: boolean): Selection {
  const last = hit.at(-1) ?? base.focus;
  return { ids: new Set(add ? [...base.ids, ...hit] : hit), anchor: hit[0] ?? base.anchor, focus: last };
}

/**
 * What is left when rows went away; `keeps` knows what is only on another page, `before` is the order that was shown last. The
 * keyboard goes on at the next row that is left, or at the last one above. The same object when nothing went, so that React has
 * nothing to do.
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

/** The head checkbox. */
export function headState(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  if (selection.ids.size === 0) return 'none';
  return order.length > 0 && order.every((id) => selection.ids.has(id)) ? 'all' : 'some';
}
