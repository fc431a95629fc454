import type { PauseReason } from '../upload/item-machine.ts';

/** Why a download failed. `errmsg` is the server's message, or empty. */
export interface DownloadError {
  code: 'NETWORK' | 'SERVER' | 'GONE' | 'DISK';
  errmsg: string;
}

/** `attempt` increases with every start. Events of an older attempt are late and ignored. */
export type DownloadState =
  | { status: 'ready'; attempt: number; receivedBytes: number }
  | { status: 'active'; attempt: number; receivedBytes: number }
  | { status: 'pause'; attempt: number; because: PauseReason; receivedBytes: number }
  | { status: 'error'; attempt: number; error: DownloadError; receivedBytes: number }
  | { status: 'finished' }
  | { status: 'deleted' };
export type DownloadStatus = DownloadState['status'];

export type DownloadEvent =
  | { type: 'started' | 'resumed' | 'removed' }
  | { type: 'paused'; because: PauseReason }
  | { type: 'received'; attempt: number; receivedBytes: number }
  | { type: 'finished'; attempt: number }
  | { type: 'failed'; attempt: number; error: DownloadError };

/** The next actions: `fetch` continues from the received bytes, `discard` deletes what was written. */
export type DownloadCommand = { do: 'fetch'; attempt: number; from: number } | { do: 'stop' } | { do: 'discard' };

export interface DownloadStep {
  state: DownloadState;
  commands: DownloadCommand[];
}

export const newDownload: DownloadState = { status: 'ready', attempt: 0, receivedBytes: 0 };

const stay = (state: DownloadState): DownloadStep => ({ state, commands: [] });

/**
 * Pure. The download half of the client transfer record (specification 1 section 4). Events that do not fit the state are late and change
 * nothing.
 */
export function downloadStep(state: DownloadState, event: DownloadEvent): DownloadStep {
  if (state.status === 'finished' || state.status === 'deleted') return stay(state);
  if ('attempt' in event && (state.status !== 'active' || state.attempt !== event.attempt)) return stay(state);
  const { attempt, receivedBytes } = state;
  switch (event.type) {
    case 'started': {
      if (state.status !== 'ready') return stay(state);
      const next = attempt + 1;
      return {
        state: { status: 'active', attempt: next, receivedBytes },
        commands: [{ do: 'fetch', attempt: next, from: receivedBytes }],
      };
    }
    case 'resumed':
      return state.status === 'pause' || state.status === 'error' ? stay({ status: 'ready', attempt, receivedBytes }) : stay(state);
    case 'paused':
      if (state.status === 'pause' && state.because === 'offline' && event.because === 'user') return stay({ ...state, because: 'user' });
      if (state.status !== 'ready' && state.status !== 'active') return stay(state);
      return {
        state: { status: 'pause', attempt, because: event.because, receivedBytes },
        commands: state.status === 'active' ? [{ do: 'stop' }] : [],
      };
    case 'removed':
      return { state: { status: 'deleted' }, commands: [{ do: 'stop' }, { do: 'discard' }] };
    case 'received':
      return stay({ status: 'active', attempt, receivedBytes: event.receivedBytes });
    case 'finished':
      return stay({ status: 'finished' });
    case 'failed':
      return stay({ status: 'error', attempt, error: event.error, receivedBytes });
    default:
      return event satisfies never;
  }
}
