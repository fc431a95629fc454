import { refetch, queryClient } from '../../api/index.ts';
import { groupsKey } from '../../features/groups/group-queries.ts';
import { capacityQuery, currentUserQuery, refreshCapacity } from '../../api/current-user.ts';
import { agreementsKey } from '../../features/agreements/agreement-queries.ts';
import { noticeArrived, noticesMayHaveChanged } from '../../features/notices/notice-queries.ts';
import { filesMayHaveChanged, heardOfChange, setHearingChanges } from '../../items/changed-folders.ts';
import { sessionsKey } from '../../features/identity/session-queries.ts';
import type { Hears } from './event-stream.ts';
import { recycleChanged } from '../../items/recycle-changed.ts';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { linksChanged } from '../../features/links/link-queries.ts';
import { reviewsChanged } from '../../features/reviews/review-queries.ts';
import { sharingChanged } from '../../features/sharing/sharing-queries.ts';
import { joinStream } from './shared-stream.ts';

/** A hidden tab closes its stream after this long. */
const hiddenMs = 5 * 60_000;

/** Everybody hears it at once, so each waits a little: otherwise the whole company would ask in the same moment. */
const rolesSpreadMs = 2000;
function rolesChanged(): void {
  setTimeout(() => {
    void refetch(currentUserQuery.queryKey);
    void refetch(groupsKey);
    filesMayHaveChanged();
    sharingChanged();
    recycleChanged();
  }, Math.random() * rolesSpreadMs);
}

function agreementsChanged(): void {
  setTimeout(() => {
    void refetch(agreementsKey);
    void refetch(currentUserQuery.queryKey);
  }, Math.random() * rolesSpreadMs);
}

function announcementChanged(): void {
  setTimeout(() => void refetch(currentUserQuery.queryKey), Math.random() * rolesSpreadMs);
}

const hears: Hears = {
  opened() {
    // Changes may be held since the page asked, or the server that held them was replaced by the one that it was moved to.
    announcementChanged();
    setHearingChanges(true);
    filesMayHaveChanged();
    noticesMayHaveChanged();
    void refetch(sessionsKey);
    void refetch(groupsKey);
    sharingChanged();
    linksChanged();
    reviewsChanged();
    tasksChanged();
    recycleChanged();
    void queryClient.invalidateQueries({ queryKey: capacityQuery.queryKey });
  },
  lost() {
    setHearingChanges(false);
  },
  heard(event) {
    switch (event.event) {
      case 'listChanged':
        for (const id of event.folderIds) heardOfChange(id);
        return recycleChanged();
      case 'notice':
        // It may ask about a session on a new device.
        void refetch(sessionsKey);
        return noticeArrived(event.unread);
      case 'capacityChanged':
        return refreshCapacity();
      case 'spacesChanged':
        void refetch(groupsKey);
        return filesMayHaveChanged();
      case 'sharingChanged':
        return sharingChanged();
      case 'linkChanged':
        // Nobody is told of reviews of their own links otherwise.
        reviewsChanged();
        return linksChanged();
      case 'reviewsChanged':
        return reviewsChanged();
      case 'tasksChanged':
        return tasksChanged();
      case 'recycleChanged':
        return recycleChanged();
      case 'rolesChanged':
        return rolesChanged();
      case 'agreementsChanged':
        return agreementsChanged();
      case 'announcementChanged':
        return announcementChanged();
      default:
        return event satisfies never;
    }
  },
};

/** Applies live updates until the returned function is called. */
export function stayLive(): () => void {
  let leave: (() => void) | null = joinStream(hears);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'visible') leave ??= joinStream(hears);
    else
      hiding = setTimeout(() => {
        leave?.();
        leave = null;
      }, hiddenMs);
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    leave?.();
  };
}
