import type { Notice } from '@alcove/contract';

const list = '/mySharing';
const named = (name: string): string => `${list}?${new URLSearchParams({ keyword: name })}`;
const inState = (state: 'valid' | 'failed'): string => `${list}?state=${state}`;

/** Where a notice about the reader's own links leads: the link if it is there still, else their list. Null: it is about something else. Pure. */
export function linksPlace(notice: Notice): string | null {
  switch (notice.kind) {
    case 'linkEnding':
      return named(notice.data.linkName);
    case 'linkEnded': {
      const { reason, linkName, links } = notice.data;
      if (reason === 'moved' || reason === 'merged' || links > 1) return list;
      return named(linkName);
    }
    case 'linkReviewed':
      return inState(notice.data.outcome === 'approved' ? 'valid' : 'failed');
    case 'linkWithdrawn':
      return list;
    default:
      return null;
  }
}
