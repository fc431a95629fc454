import { CallFailed } from '../../api/call-failed.ts';
import type { failures } from '@alcove/contract';

type Failures = typeof failures;
type Code =
  | 'LINK_WRONG'
  | 'LINK_EXPIRED'
  | 'LINK_PASSWORD_WRONG'
  | 'LINK_LOCKED'
  | 'LINK_FILE_GONE'
  | 'LINK_USED_UP'
  | 'LINK_LOGIN_NEEDED'
  | 'LINK_NOT_NAMED'
  | 'LINK_VERIFYING';

/** The numbers alone: the table of all failures has their texts, which the server sends anyway. */
export const linkFailures: { readonly [C in Code]: Failures[C]['errcode'] } = {
  LINK_WRONG: 150001,
  LINK_EXPIRED: 150002,
  LINK_PASSWORD_WRONG: 150003,
  LINK_LOCKED: 150004,
  LINK_FILE_GONE: 150005,
  LINK_USED_UP: 150006,
  LINK_LOGIN_NEEDED: 150007,
  LINK_NOT_NAMED: 150008,
  LINK_VERIFYING: 150009,
};

export const isFailure = (error: unknown, code: Code): error is CallFailed =>
  error instanceof CallFailed && error.errcode === linkFailures[code];

const closing: readonly Code[] = [
  'LINK_WRONG',
  'LINK_EXPIRED',
  'LINK_FILE_GONE',
  'LINK_USED_UP',
  'LINK_LOGIN_NEEDED',
  'LINK_NOT_NAMED',
  'LINK_VERIFYING',
];
/** The link as a whole cannot be visited, whatever was asked of it. */
export const closesLink = (error: unknown): error is CallFailed => closing.some((code) => isFailure(error, code));

/** The token has ended or was never one of this link. */
export const wantsToken = (error: unknown): error is CallFailed => error instanceof CallFailed && error.status === 401;
