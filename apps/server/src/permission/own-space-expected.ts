/**
 * Whether an item is expected in the caller's own space. Only which statement is sent first depends on it, never what somebody may do: the statement
 * itself decides.
 */
import type { RawBuilder } from 'kysely';
import type { Asker } from '../http/index.ts';

interface Seen {
  /** What the last item was. */
  last: boolean;
  byId: Map<string, boolean>;
}

/** A session's caller is the same object for some seconds. */
const seen = new WeakMap<Asker, Seen>();
const mostIds = 100;

/** Items of one space follow each other. */
export function expectsOwn(caller: Asker, id: string | RawBuilder<unknown>): boolean {
  // For them it does not count what they own.
  if (caller.visitor || caller.look || caller.fileSharingId !== undefined) return false;
  const of = seen.get(caller);
  return of !== undefined && ((typeof id === 'string' ? of.byId.get(id) : undefined) ?? of.last);
}

export function noteWhose(caller: Asker, id: string | RawBuilder<unknown>, isOwn: boolean): void {
  const of = seen.get(caller) ?? { last: isOwn, byId: new Map<string, boolean>() };
  of.last = isOwn;
  if (typeof id === 'string') {
    if (of.byId.size >= mostIds) of.byId.clear();
    of.byId.set(id, isOwn);
  }
  seen.set(caller, of);
}
