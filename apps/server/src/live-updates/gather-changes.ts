import { spaceKinds } from '@alcove/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { afterCommit } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { publish } from './publish.ts';
import type { LiveUpdate } from './event-payload.ts';

/** At most one signal of a process in this time: commits that signal wait for each other in the database. */
const everyMs = 500;

/** What is changed is told after its commit, and costs the change nothing. */
export interface Changes {
  /** `changed`: the folders whose list is another now. */
  listChanged(where: Space, changed: readonly string[]): void;
  /** A file or a version of one came into this folder, and took space. */
  fileArrived(folder: Space & Pick<ItemContext, 'instanceId'>): void;
  /** Room was taken or given back in this space. */
  roomChanged(space: Space): void;
  /** Tells what is not told yet. */
  stop(): Promise<void>;
}

type Space = Pick<ItemContext, 'spaceId' | 'spaceKind' | 'spaceOwnerId'>;

interface Gathered {
  ownerId: string | null;
  folders: Set<string>;
}

/**
 * The first change is told at once, those of the next half second together: a thousand small files are a few signals. A signal
 * that fails is not repeated, for then the streams end too, and who comes again asks for everything anew.
 */
export function gatherChanges(database: Kysely<Tables>, logger: Logger): Changes {
  const spaces = new Map<string, Gathered>();
  const capacities = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastTold = -Infinity;
  let telling: Promise<void> = Promise.resolve();

  const tellAll = (): void => {
    timer = undefined;
    lastTold = performance.now();
    const updates = [...spaces].flatMap(([inSpace, { ownerId, folders }]): LiveUpdate[] => {
      const changed = { event: 'listChanged', folderIds: [...folders] } as const;
      return [...(ownerId === null ? [] : [{ to: [ownerId], ...changed }]), { inSpace, ...changed }];
    });
    if (capacities.size > 0) updates.push({ to: [...capacities], event: 'capacityChanged' });
    spaces.clear();
    capacities.clear();
    telling = telling
      .then(() => publish(database, updates))
      .catch((error: unknown) => logger.error({ err: error }, 'changes could not be told'));
  };
  const tellSoon = (): void => {
    timer ??= setTimeout(tellAll, Math.max(0, lastTold + everyMs - performance.now()));
  };
  const gatherFolders = (where: Space, changed: readonly string[]): void => {
    const known = spaces.get(where.spaceId) ?? { ownerId: where.spaceOwnerId, folders: new Set() };
    for (const id of changed) known.folders.add(id);
    spaces.set(where.spaceId, known);
    tellSoon();
  };
  const gatherRoom = ({ spaceKind, spaceOwnerId }: Space): void => {
    if (spaceKind !== spaceKinds.personal || spaceOwnerId === null) return;
    capacities.add(spaceOwnerId);
    tellSoon();
  };
  const listChanged: Changes['listChanged'] = (where, changed) => afterCommit(() => gatherFolders(where, changed));
  const roomChanged: Changes['roomChanged'] = (space) => afterCommit(() => gatherRoom(space));
  return {
    listChanged,
    roomChanged,
    fileArrived(folder) {
      roomChanged(folder);
      listChanged(folder, [folder.instanceId]);
    },
    async stop() {
      if (timer) {
        clearTimeout(timer);
        tellAll();
      }
      await telling;
    },
  };
}
