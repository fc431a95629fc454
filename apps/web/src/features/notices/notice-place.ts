import type { Notice } from '@alcove/contract';

export interface NoticePlace {
  label: 'notices.openLinks' | 'notices.openReview' | 'notices.openPerson' | 'notices.openDevices' | 'notices.openPlatforms';
  address: string;
}

const searched = (list: string, keyword: string): string => `${list}?${new URLSearchParams({ keyword })}`;
const list = '/mySharing';
const named = (name: string): string => searched(list, name);
const inState = (state: 'valid' | 'failed'): string => `${list}?state=${state}`;

/** Where a notice leads: one about an external link to the link if it is there still, else to the list. Null: nowhere. Pure. */
export function noticePlace(notice: Notice): NoticePlace | null {
  switch (notice.kind) {
    case 'linkEnding':
    case 'linkVersion':
      return { label: 'notices.openLinks', address: named(notice.data.linkName) };
    case 'linkEnded': {
      const { reason, linkName, links } = notice.data;
      const gone = reason === 'moved' || reason === 'merged';
      return { label: 'notices.openLinks', address: gone || links > 1 ? list : named(linkName) };
    }
    case 'linkReviewed':
      return { label: 'notices.openLinks', address: inState(notice.data.outcome === 'approved' ? 'valid' : 'failed') };
    case 'linkWithdrawn':
      return { label: 'notices.openLinks', address: list };
    case 'linkReview':
      return notice.todo ? { label: 'notices.openReview', address: `/admin/reviews?review=${notice.data.reviewId}` } : null;
    case 'shareRightRequested':
      return { label: 'notices.openPerson', address: searched('/admin/people', notice.data.by.name) };
    case 'platformNews':
      return { label: 'notices.openPlatforms', address: '/admin/platforms' };
    case 'newDevice':
      return { label: 'notices.openDevices', address: '/security' };
    default:
      return null;
  }
}
