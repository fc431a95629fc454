/** Server-sent events that tell a signed-in person's pages that shown data may have changed. */
import type { InstanceId } from './ids.ts';
export const eventsPath = '/disk/api/events';

/** Events carry only ids and counts: clients refetch the data by calls, which check permissions again. Clients ignore unknown events. */
export type LiveEvent =
  /** Items in these folders were added, removed or changed. */
  | { event: 'listChanged'; folderIds: InstanceId[] }
  /** A notification arrived or was read. */
  | { event: 'notice'; unread: number }
  | { event: 'capacityChanged' }
  /** The person's groups, or their permissions in them, changed. */
  | { event: 'spacesChanged' }
  /** The person's shares, or those shared with them, changed. */
  | { event: 'sharingChanged' }
  /** One of the person's external links was changed, decided or closed. */
  | { event: 'linkChanged' }
  /** For reviewers: an external link waits for a decision, or no longer. */
  | { event: 'reviewsChanged' }
  /** A task of the person progressed or ended. */
  | { event: 'tasksChanged' }
  /** One of the person's recycle bins changed. */
  | { event: 'recycleChanged' }
  /** What file roles include, or what a role of the company allows, changed. */
  | { event: 'rolesChanged' }
  /** A version of an agreement was published. */
  | { event: 'agreementsChanged' }
  /** What everybody is told on top of the screens changed. */
  | { event: 'announcementChanged' };
