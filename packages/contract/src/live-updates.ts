/** Server-sent events for the signed-in person: what they have on screen may have changed elsewhere. */
export const eventsPath = '/disk/api/events';

/**
 * What a stream tells. Ids and counts only: whoever hears of a change asks for it by the calls, which ask for the right anew.
 * A client that does not know a kind passes over it.
 */
export type LiveEvent =
  /** Something was added to, taken from or changed in these folders. */
  | { event: 'listChanged'; folderIds: string[] }
  /** A notice came or was read. */
  | { event: 'notice'; unread: number }
  | { event: 'capacityChanged' }
  /** The groups that the person is in, or what they may do there, are others now. */
  | { event: 'spacesChanged' }
  /** What the person shares, or what is shared with them, is another now. */
  | { event: 'sharingChanged' }
  /** A task of the person went on or ended. */
  | { event: 'tasksChanged' }
  /** What lies in a recycle bin of theirs is another now. */
  | { event: 'recycleChanged' };
