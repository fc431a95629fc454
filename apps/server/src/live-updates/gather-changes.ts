import { spaceKinds } from '@alcove/contract';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { afterCommit } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { publish } from './publish.ts';
import type { LiveUpdate } from './event-payload.ts';

/** A process sends at most one signal per interval, because commits that send signals wait for each other in the database. */
const everyMs = 500;

/** Reports changes after their commit, so that reporting does not slow the change down. */
export interface Changes {
  /** `changed` are the folders whose listing must be refetched. */
  listChanged(where: Space, changed: readonly InstanceId[]): void;
  /** A file or a new version was added to this folder and takes space. */
  fileArrived(folder: Space & Pick<ItemContext, 'instanceId'>): void;
  /** The used storage of this space changed. Only the owner of a personal space is notified. */
  storageChanged(space: Space): void;
  /** Sends what has not been sent yet. */
  stop(): Promise<void>;
}

type Space = Pick<ItemContext, 'spaceId' | 'spaceKind' | 'spaceOwnerId'>;

interface Gathered {
  ownerId: string | null;
  folders: Set<InstanceId>;
}

/**
 * Sends the first change at once and gathers those of the next half second, so a thousand small files become a few signals. A failed signal
 * is not repeated: when signals fail, the streams end too, and clients that reconnect refetch everything.
 */
export function gatherChanges(database: Kysely<Tables>, logger: Logger): Changes {
  const spaces = new Map<SpaceId, Gathered>();
  const capacities = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastPublished = -Infinity;
  let publishing: Promise<void> = Promise.resolve();

  const publishGathered = (): void => {
    timer = undefined;
    lastPublished = performance.now();
    const updates = [...spaces].flatMap(([inSpace, { ownerId, folders }]): LiveUpdate[] => {
      const changed = { event: 'listChanged', folderIds: [...folders] } as const;
      return [...(ownerId === null ? [] : [{ to: [ownerId], ...changed }]), { inSpace, ...changed }];
    });
    if (capacities.size > 0) updates.push({ to: [...capacities], event: 'capacityChanged' });
    spaces.clear();
    capacities.clear();
    publishing = publishing
      .then(() => publish(database, updates))
      .catch((error: unknown) => logger.error({ err: error }, 'changes could not be told'));
  };
  const publishSoon = (): void => {
    timer ??= setTimeout(publishGathered, Math.max(0, lastPublished + everyMs - performance.now()));
  };
  const gatherFolders = (where: Space, changed: readonly InstanceId[]): void => {
    const known = spaces.get(where.spaceId) ?? { ownerId: where.spaceOwnerId, folders: new Set() };
    for (const id of changed) known.folders.add(id);
    spaces.set(where.spaceId, known);
    publishSoon();
  };
  const gatherStorage = ({ spaceKind, spaceOwnerId }: Space): void => {
    if (spaceKind !== spaceKinds.personal || spaceOwnerId === null) return;
    capacities.add(spaceOwnerId);
    publishSoon();
  };
  const listChanged: Changes['listChanged'] = (where, changed) => afterCommit(() => gatherFolders(where, changed));
  const storageChanged: Changes['storageChanged'] = (space) => afterCommit(() => gatherStorage(space));
  return {
    listChanged,
    storageChanged,
    fileArrived(folder) {
      storageChanged(folder);
      listChanged(folder, [folder.instanceId]);
    },
    async stop() {
      if (timer) {
        clearTimeout(timer);
        publishGathered();
      }
      await publishing;
    },
  };
}
