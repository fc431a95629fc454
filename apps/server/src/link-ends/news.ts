/** What the creator of a link should hear of it. Pure. */
import type { LinkEnd, LinkReason } from '@alcove/contract';
import { stateOf } from '../link-sharing/index.ts';
import type { LinkHead } from '../link-sharing/index.ts';
import type { Standing } from '../permission/index.ts';

/** A link that was opened and not ended since. */
export interface WatchedLink extends LinkHead {
  /** Why it is closed, as its creator was told. */
  toldReason: LinkReason | null;
  /** It ends within a day, and its creator was not told of this end. */
  endsSoon: boolean;
}

/** `reopened`: what was told is no longer so. */
export type News = { kind: 'closed'; reason: LinkEnd & LinkReason } | { kind: 'reopened' } | { kind: 'ending' };

/** Null: nothing new. That a link ended at its end is no news: that was told the day before. `standing`: of its creator at its item. */
export function newsOf(link: WatchedLink, standing: Standing | undefined): News | null {
  const { reason } = stateOf(link, standing);
  if (reason === 'ended') return null;
  if (isEnd(reason)) return reason === link.toldReason ? null : { kind: 'closed', reason };
  if (link.toldReason !== null) return { kind: 'reopened' };
  return link.endsSoon ? { kind: 'ending' } : null;
}

const ends: readonly (LinkReason | null)[] = ['visits', 'deleted', 'sensitive', 'rights'] satisfies LinkEnd[];
const isEnd = (reason: LinkReason | null): reason is LinkEnd & LinkReason => ends.includes(reason);
