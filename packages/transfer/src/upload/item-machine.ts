import { failures } from '@alcove/contract';
import type { Instance, InstantTicket, UploadPlan } from '@alcove/contract';
import type { UploadError } from './errors.ts';

/** An upload that the server knows. A pause keeps it, and a resume continues it. */
export interface Session {
  md5: string;
  plan: UploadPlan;
  /** Null until the store has opened a multipart upload; always null for a single put. */
  uploadId: string | null;
  /**
   * The attempt whose check opened it. If a session of an older attempt is lost, the check is repeated; one of the current attempt is an
   * error.
   */
  openedIn: number;
}

export type PauseReason = 'user' | 'offline';

/** `attempt` increases with every start. Answers to an older attempt are late and ignored. */
export type ItemState =
  | { status: 'ready'; attempt: number; session?: Session | undefined; sentBytes: number }
  | { status: 'checking'; attempt: number; step: 'hash' | 'proof'; hashedBytes: number }
  | { status: 'uploading'; attempt: number; session: Session; sentBytes: number }
  | { status: 'merging'; attempt: number; session: Session; sentBytes: number }
  | { status: 'pause'; attempt: number; because: PauseReason; session?: Session | undefined; sentBytes: number }
  | { status: 'error' | 'onTimeout'; attempt: number; error: UploadError; session?: Session | undefined; sentBytes: number }
  | { status: 'success'; instance: Instance }
  | { status: 'deleted' };
export type UploadStatus = ItemState['status'];

export type ItemEvent =
  /** From the queue and the person. */
  | { type: 'started' | 'resumed' | 'requeued' | 'removed' | 'dropped' }
  | { type: 'paused'; because: PauseReason }
  /** From the runner. */
  | { type: 'hashed'; attempt: number; hashedBytes: number }
  | { type: 'contentKnown'; attempt: number; md5: string; ticket: InstantTicket }
  | { type: 'sessionOpened'; attempt: number; md5: string; plan: UploadPlan }
  | { type: 'initiated'; attempt: number; uploadId: string }
  | { type: 'sent'; attempt: number; sentBytes: number }
  | { type: 'allPartsSent'; attempt: number }
  | { type: 'saved'; attempt: number; instance: Instance }
  | { type: 'sessionLost'; attempt: number }
  | { type: 'failed'; attempt: number; error: UploadError };

export type ItemCommand =
  | { do: 'stop' }
  | { do: 'check'; attempt: number }
  | { do: 'prove'; attempt: number; ticket: InstantTicket }
  | { do: 'sendParts' | 'merge'; attempt: number; session: Session }
  | { do: 'abort'; session: Session };

export interface Step {
  state: ItemState;
  commands: ItemCommand[];
}

export const newItem: ItemState = { status: 'ready', attempt: 0, sentBytes: 0 };

const sessionOf = (state: ItemState): Session | undefined => ('session' in state ? state.session : undefined);
const sentBytesOf = (state: ItemState): number => ('sentBytes' in state ? state.sentBytes : 0);
const stay = (state: ItemState): Step => ({ state, commands: [] });

/** Continues the session; without one, starts with the check. */
function begin(attempt: number, session: Session | undefined, sentBytes: number): Step {
  if (session) return { state: { status: 'uploading', attempt, session, sentBytes }, commands: [{ do: 'sendParts', attempt, session }] };
  return { state: { status: 'checking', attempt, step: 'hash', hashedBytes: 0 }, commands: [{ do: 'check', attempt }] };
}

function end(state: ItemState, give: 'up' | 'keep'): Step {
  if (state.status === 'success' || state.status === 'deleted') return stay(state);
  const session = sessionOf(state);
  return {
    state: { status: 'deleted' },
    commands: session && give === 'up' ? [{ do: 'stop' }, { do: 'abort', session }] : [{ do: 'stop' }],
  };
}

/** The sent bytes are useless: the content differs from what was announced, or the obfuscation plan was damaged. */
const spoilt = (error: UploadError): boolean =>
  error.code === 'FILE_CHANGED' || error.code === 'CONFUSE_BOUNDS' || error.errcode === failures.UPLOAD_MISMATCH.errcode;

/** Pure. Events that do not fit the state are late, such as a click after the answer, and change nothing. */
export function transition(state: ItemState, event: ItemEvent): Step {
  if ('attempt' in event && (!('attempt' in state) || state.attempt !== event.attempt)) return stay(state);
  switch (event.type) {
    case 'started':
      return state.status === 'ready' ? begin(state.attempt + 1, state.session, state.sentBytes) : stay(state);
    case 'resumed':
      if (state.status !== 'pause' && state.status !== 'error' && state.status !== 'onTimeout') return stay(state);
      return begin(state.attempt + 1, state.session, state.sentBytes);
    case 'requeued':
      if (state.status !== 'pause' && state.status !== 'error' && state.status !== 'onTimeout') return stay(state);
      return stay({ status: 'ready', attempt: state.attempt, session: state.session, sentBytes: state.sentBytes });
    case 'paused':
      // Paused by the network and then by the person: it stays paused when the network returns.
      if (state.status === 'pause' && event.because === 'user' && state.because === 'offline') return stay({ ...state, because: 'user' });
      // A person cannot interrupt a merge (specification 1 section 4), but a network failure does.
      if (
        state.status !== 'ready' &&
        state.status !== 'checking' &&
        state.status !== 'uploading' &&
        !(state.status === 'merging' && event.because === 'offline')
      )
        return stay(state);
      return {
        state: {
          status: 'pause',
          attempt: state.attempt,
          because: event.because,
          session: sessionOf(state),
          sentBytes: sentBytesOf(state),
        },
        commands: state.status === 'ready' ? [] : [{ do: 'stop' }],
      };
    case 'removed':
      return end(state, 'up');
    case 'dropped':
      return end(state, 'keep');
    case 'hashed':
      return state.status === 'checking' ? stay({ ...state, hashedBytes: event.hashedBytes }) : stay(state);
    case 'contentKnown':
      if (state.status !== 'checking' || state.step !== 'hash') return stay(state);
      return {
        state: { ...state, step: 'proof', hashedBytes: 0 },
        commands: [{ do: 'prove', attempt: state.attempt, ticket: event.ticket }],
      };
    case 'sessionOpened': {
      if (state.status !== 'checking' || state.step !== 'hash') return stay(state);
      const session: Session = { md5: event.md5, plan: event.plan, uploadId: event.plan.uploadId, openedIn: state.attempt };
      return {
        state: { status: 'uploading', attempt: state.attempt, session, sentBytes: 0 },
        commands: [{ do: 'sendParts', attempt: state.attempt, session }],
      };
    }
    case 'initiated':
      return state.status === 'uploading' ? stay({ ...state, session: { ...state.session, uploadId: event.uploadId } }) : stay(state);
    case 'sent':
      return state.status === 'uploading' ? stay({ ...state, sentBytes: event.sentBytes }) : stay(state);
    case 'allPartsSent': {
      if (state.status !== 'uploading') return stay(state);
      const { attempt, session, sentBytes } = state;
      return { state: { status: 'merging', attempt, session, sentBytes }, commands: [{ do: 'merge', attempt, session }] };
    }
    case 'saved':
      // Directly from checking: an instant transfer has nothing to merge.
      if (state.status !== 'merging' && !(state.status === 'checking' && state.step === 'proof')) return stay(state);
      return stay({ status: 'success', instance: event.instance });
    case 'sessionLost': {
      // The ticket of an instant transfer is no longer valid. Another check would return a new one, but repeating it automatically might
      // never end.
      if (state.status === 'checking')
        return stay({ status: 'error', attempt: state.attempt, error: { code: '[202]', errmsg: '' }, sentBytes: 0 });
      if (state.status !== 'uploading' && state.status !== 'merging') return stay(state);
      if (state.session.openedIn !== state.attempt) return begin(state.attempt + 1, undefined, 0);
      return stay({ status: 'error', attempt: state.attempt, error: { code: 'PARTS_LOST', errmsg: '' }, sentBytes: 0 });
    }
    case 'failed': {
      if (state.status !== 'checking' && state.status !== 'uploading' && state.status !== 'merging') return stay(state);
      const status = event.error.code === 'TIMEOUT' || event.error.code === 'PART_TIMEOUT' ? 'onTimeout' : 'error';
      const session = sessionOf(state);
      const failed = { status, attempt: state.attempt, error: event.error } as const;
      if (session && spoilt(event.error))
        return { state: { ...failed, sentBytes: 0 }, commands: [{ do: 'stop' }, { do: 'abort', session }] };
      return stay({ ...failed, session, sentBytes: sentBytesOf(state) });
    }
    default:
      return event satisfies never;
  }
}
