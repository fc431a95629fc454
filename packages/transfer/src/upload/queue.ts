import { limits } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { createListeners, createListShell } from '../list-shell.ts';
import type { ItemState, PauseReason, UploadStatus } from './item-machine.ts';
import type { FileSource, Ports, UploadTarget } from '../ports.ts';
import { advance, emptyQueue, holdsSlot } from './queue-machine.ts';
import type { QueueEvent, QueueNotice, QueueState } from './queue-machine.ts';
import { createRunner } from './runner.ts';
import type { UploadError } from './errors.ts';
import { addSample, rateOf } from '../transfer-rate.ts';
import type { RateSample } from '../transfer-rate.ts';

export interface UploadRequest {
  source: FileSource;
  target: UploadTarget;
}

/** An item as lists show it. */
export interface ItemSnapshot {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly target: UploadTarget;
  readonly status: UploadStatus;
  /** 0 to 100, of the bytes sent. */
  readonly percentage: number;
  /** 0 to 100, of the bytes hashed; changes only while checking. */
  readonly checkProcess: number;
  readonly sentBytes: number;
  /** Bytes per second; 0 unless uploading. */
  readonly speed: number;
  /** Seconds; null when unknown. */
  readonly left: number | null;
  readonly startTime: number | null;
  readonly error: UploadError | null;
  readonly because: PauseReason | null;
}
export interface QueueSnapshot {
  /** In the order in which they were added. */
  readonly items: readonly ItemSnapshot[];
  readonly online: boolean;
}
export interface FinishedUpload {
  id: string;
  name: string;
  size: number;
  target: UploadTarget;
  instance: Instance;
  finishedAt: number;
}
/** `finished` carries the record to keep, because the item has left the list by then. */
export type QueueNoticeEvent = Exclude<QueueNotice, { notice: 'finished' }> | ({ notice: 'finished' } & FinishedUpload);

export interface UploadQueue {
  /** For useSyncExternalStore: the same object until something changes. */
  snapshot(): QueueSnapshot;
  /** The number of items in the list. */
  count(): number;
  subscribe(listener: () => void): () => void;
  onNotice(listener: (notice: QueueNoticeEvent) => void): () => void;
  /** Returns the ids, in the order of the requests. */
  add(requests: readonly UploadRequest[]): string[];
  start(id: string): void;
  pause(id: string): void;
  resume(id: string): void;
  remove(id: string): void;
  /** All of them, when `ids` is omitted. */
  pauseAll(ids?: readonly string[]): void;
  resumeAll(ids?: readonly string[]): void;
  removeAll(ids?: readonly string[]): void;
  /** Empties the list without aborting the previous person's uploads at the store. */
  userChanged(): void;
  /** Called before the page closes: pauses everything and stops listening to the network. The uploads can be resumed. */
  close(): void;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
}

interface Entry extends UploadRequest {
  samples: readonly RateSample[];
  startTime: number | null;
  /** The last snapshot, and what it was built from. */
  made: { state: ItemState; behind: boolean; snapshot: ItemSnapshot } | null;
}

export function createUploadQueue(ports: Ports): UploadQueue {
  let state: QueueState = { ...emptyQueue, online: ports.host.online() };
  let nextId = 1;
  const entries = new Map<string, Entry>();
  const notices = createListeners<[QueueNoticeEvent]>();
  const shell = createListShell(ports.host, snapshot);
  const runner = createRunner(ports, (id, event) => dispatch({ type: 'item', id, event }));

  /** The only function that changes state. Commands run after the change; notices go out after the listeners were notified. */
  function dispatch(event: QueueEvent): void {
    const step = advance(state, event);
    const before = state;
    state = step.state;
    measure();
    for (const { id, command } of step.commands) runner.run(id, command);
    const progressOnly = event.type === 'item' && (event.event.type === 'sent' || event.event.type === 'hashed');
    if (!sameItems(before, state) || before.online !== state.online || step.notices.length > 0) shell.changed(progressOnly);
    for (const notice of step.notices) announce(notice);
    if (event.type === 'added' || before.items.length === state.items.length) return;
    const here = new Set(state.items.map((item) => item.id));
    for (const { id } of before.items) if (!here.has(id)) forget(id);
  }

  function measure(): void {
    const now = ports.host.now();
    for (const item of state.items) {
      const entry = entries.get(item.id);
      if (!entry || entry.made?.state === item.state) continue;
      if (item.state.status !== 'uploading') entry.samples = [];
      else {
        entry.startTime ??= now;
        entry.samples = addSample(entry.samples, { at: now, bytes: item.state.sentBytes });
      }
    }
  }

  function snapshot(toldAt: number): QueueSnapshot {
    // Small files run beside others, but the list shows only one as active, the large one if there is one; the others appear to wait.
    const atWork = state.items.filter((item) => holdsSlot(item.state));
    const active = atWork.find(({ small }) => !small) ?? atWork[0];
    const items = state.items.flatMap((item) => {
      const { id, state: itemState } = item;
      const entry = entries.get(id);
      if (!entry) return [];
      const behind = item !== active && holdsSlot(itemState);
      if (entry.made?.state !== itemState || entry.made.behind !== behind) {
        const seen: ItemState = behind ? { status: 'ready', attempt: itemState.attempt, sentBytes: 0 } : itemState;
        entry.made = { state: itemState, behind, snapshot: snapshotOf(id, entry, seen, toldAt) };
      }
      return [entry.made.snapshot];
    });
    return { online: state.online, items };
  }

  function announce(notice: QueueNotice): void {
    if (notice.notice !== 'finished') return notices.tell(notice);
    const entry = entries.get(notice.id);
    if (!entry) return;
    const {
      source: { name, size },
      target,
    } = entry;
    notices.tell({ ...notice, name, size, target, finishedAt: ports.host.now() });
  }
  function forget(id: string): void {
    entries.delete(id);
    runner.release(id);
  }

  const stopListening = ports.host.onNetwork((online) => dispatch({ type: online ? 'online' : 'offline' }));
  return {
    snapshot: shell.snapshot,
    subscribe: shell.subscribe,
    onNotice: notices.add,
    count: () => state.items.length,
    add(requests) {
      const ids = requests.map((request) => {
        const id = `u${nextId++}`;
        entries.set(id, { ...request, samples: [], startTime: null, made: null });
        runner.accept(id, request.source, request.target);
        return id;
      });
      const small = new Set(ids.filter((_, index) => requests[index]!.source.size < limits.smallFile));
      dispatch({ type: 'added', ids, small });
      return ids;
    },
    start: (id) => dispatch({ type: 'start', id }),
    pause: (id) => dispatch({ type: 'pause', id }),
    resume: (id) => dispatch({ type: 'resume', id }),
    remove: (id) => dispatch({ type: 'remove', id }),
    pauseAll: (ids) => dispatch({ type: 'pauseAll', ids }),
    resumeAll: (ids) => dispatch({ type: 'resumeAll', ids }),
    removeAll: (ids) => dispatch({ type: 'removeAll', ids }),
    userChanged: () => dispatch({ type: 'userChanged' }),
    close() {
      stopListening();
      dispatch({ type: 'pauseAll' });
    },
    idle: () => runner.idle(),
  };
}

const sameItems = (a: QueueState, b: QueueState): boolean =>
  a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);

const percent = (part: number, whole: number): number => (whole > 0 ? Math.min(100, (part / whole) * 100) : 0);

function snapshotOf(
  id: string,
  { source: { name, size }, target, samples, startTime }: Entry,
  state: ItemState,
  now: number,
): ItemSnapshot {
  const sentBytes = 'sentBytes' in state ? state.sentBytes : 0;
  const rate = state.status === 'uploading' ? rateOf(samples, size, now) : { speed: 0, left: null };
  return {
    id,
    name,
    size,
    target,
    status: state.status,
    sentBytes,
    startTime,
    ...rate,
    percentage: state.status === 'merging' ? 100 : percent(sentBytes, size),
    checkProcess: state.status === 'checking' ? percent(state.hashedBytes, size) : 0,
    error: 'error' in state ? state.error : null,
    because: state.status === 'pause' ? state.because : null,
  };
}
