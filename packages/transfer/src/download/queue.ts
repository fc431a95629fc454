import { limits } from '@alcove/contract';
import { createListeners, createListShell } from '../list-shell.ts';
import { downloadStep, newDownload } from './machine.ts';
import type { DownloadError, DownloadEvent, DownloadState, DownloadStatus } from './machine.ts';
import { DownloadFailed, runDownload } from './run.ts';
import type { DownloadMemory, DownloadPorts, DownloadSource } from './run.ts';
import type { PauseReason } from '../upload/item-machine.ts';
import { addSample, rateOf } from '../transfer-rate.ts';
import type { RateSample } from '../transfer-rate.ts';

export interface DownloadRequest extends DownloadSource {
  name: string;
  /** Bytes, according to the list; the link returns the current size. */
  size: number;
}

/** A download as lists show it. */
export interface DownloadSnapshot {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly status: DownloadStatus;
  readonly receivedBytes: number;
  /** 0 to 100. */
  readonly percentage: number;
  /** Bytes per second; 0 unless active. */
  readonly speed: number;
  /** Seconds; null when unknown. */
  readonly left: number | null;
  readonly error: DownloadError | null;
  readonly because: PauseReason | null;
}

export interface DownloadQueue {
  /** For useSyncExternalStore: the same array until something changes. */
  snapshot(): readonly DownloadSnapshot[];
  /** The number of items in the list. */
  count(): number;
  subscribe(listener: () => void): () => void;
  /** Called once for each completed download. */
  onFinished(listener: (id: string) => void): () => void;
  add(request: DownloadRequest): string;
  pause(id: string): void;
  resume(id: string): void;
  remove(id: string): void;
  /** All of them, when `ids` is omitted. */
  pauseAll(ids?: readonly string[]): void;
  resumeAll(ids?: readonly string[]): void;
  removeAll(ids?: readonly string[]): void;
}

interface Entry {
  request: DownloadRequest;
  state: DownloadState;
  memory: DownloadMemory;
  samples: readonly RateSample[];
  stop: AbortController | null;
  /** Resolves when the attempt no longer uses the sink. */
  work: Promise<void>;
}

/** Downloads that this program writes itself, three at a time, in the order in which they were added. */
export function createDownloadQueue(ports: DownloadPorts): DownloadQueue {
  const entries = new Map<string, Entry>();
  const finished = createListeners<[id: string]>();
  const shell = createListShell(ports.host, (now) => [...entries].map(([id, entry]) => snapshotOf(id, entry, now)));
  let nextId = 1;

  function dispatch(id: string, event: DownloadEvent): void {
    const entry = entries.get(id);
    if (!entry) return;
    const step = downloadStep(entry.state, event);
    if (step.state === entry.state) return;
    entry.state = step.state;
    for (const command of step.commands) {
      if (command.do === 'fetch') fetchInto(id, entry, command.attempt, command.from);
      else if (command.do === 'stop') entry.stop?.abort();
      else entry.work = entry.work.then(() => entry.request.sink.discard()).catch(() => {}); // nothing to delete where the location is gone
    }
    if (step.state.status === 'finished' || step.state.status === 'deleted') entries.delete(id);
    startNext();
    shell.changed(event.type === 'received');
    if (step.state.status === 'finished') finished.tell(id);
  }

  function startNext(): void {
    const active = [...entries.values()].filter(({ state }) => state.status === 'active').length;
    const ready = [...entries].filter(([, { state }]) => state.status === 'ready');
    if (!ports.host.online()) return;
    for (const [id] of ready.slice(0, Math.max(0, limits.parallelDownloads - active))) dispatch(id, { type: 'started' });
  }

  function fetchInto(id: string, entry: Entry, attempt: number, from: number): void {
    const stop = new AbortController();
    entry.stop = stop;
    entry.samples = [{ at: ports.host.now(), bytes: from }];
    const received = (receivedBytes: number): void => {
      entry.samples = addSample(entry.samples, { at: ports.host.now(), bytes: receivedBytes });
      dispatch(id, { type: 'received', attempt, receivedBytes });
    };
    entry.work = entry.work.then(async () => {
      try {
        stop.signal.throwIfAborted();
        await runDownload(ports, entry.request, entry.memory, from, received, stop.signal);
        dispatch(id, { type: 'finished', attempt });
      } catch (error) {
        if (!stop.signal.aborted && error instanceof DownloadFailed) dispatch(id, { type: 'failed', attempt, error: error.error });
      }
    });
  }

  const each = (ids: readonly string[] | undefined, event: DownloadEvent): void => {
    for (const id of ids ?? [...entries.keys()]) dispatch(id, event);
  };
  ports.host.onNetwork((online) => {
    for (const [id, { state }] of entries) {
      if (!online && state.status === 'active') dispatch(id, { type: 'paused', because: 'offline' });
      if (online && state.status === 'pause' && state.because === 'offline') dispatch(id, { type: 'resumed' });
    }
    if (online) startNext();
  });

  return {
    snapshot: shell.snapshot,
    subscribe: shell.subscribe,
    onFinished: finished.add,
    count: () => entries.size,
    add(request) {
      const id = `d${nextId++}`;
      entries.set(id, {
        request,
        state: newDownload,
        memory: { link: null, etag: null },
        samples: [],
        stop: null,
        work: Promise.resolve(),
      });
      startNext();
      shell.changed(false);
      return id;
    },
    pause: (id) => dispatch(id, { type: 'paused', because: 'user' }),
    resume: (id) => dispatch(id, { type: 'resumed' }),
    remove: (id) => dispatch(id, { type: 'removed' }),
    pauseAll: (ids) => each(ids, { type: 'paused', because: 'user' }),
    resumeAll: (ids) => each(ids, { type: 'resumed' }),
    removeAll: (ids) => each(ids, { type: 'removed' }),
  };
}

function snapshotOf(id: string, { request, memory, state, samples }: Entry, now: number): DownloadSnapshot {
  const { name } = request;
  const size = memory.link?.size ?? request.size;
  const receivedBytes = 'receivedBytes' in state ? state.receivedBytes : size;
  return {
    id,
    name,
    size,
    status: state.status,
    receivedBytes,
    percentage: size > 0 ? Math.min(100, (receivedBytes / size) * 100) : 0,
    ...(state.status === 'active' ? rateOf(samples, size, now) : { speed: 0, left: null }),
    error: state.status === 'error' ? state.error : null,
    because: state.status === 'pause' ? state.because : null,
  };
}
