import { failures } from '@alcove/contract';
import type { FailureCode } from '@alcove/contract';
import { CallFailed, StoreFailed } from '../ports.ts';

/**
 * The error catalog of specification 1 section 8. '[nnn]' and 110008 are shown with their own text, SERVER with the server's errmsg. The
 * others have texts of their own.
 */
export const uploadErrorCodes = [
  '[002]',
  '[102]',
  '[201]',
  '[202]',
  '[203]',
  '[301]',
  '[302]',
  '[303]',
  '[304]',
  '[305]',
  '110008',
  'NETWORK',
  'TIMEOUT',
  'PART_TIMEOUT',
  'SERVER',
  'INFO_MISSING',
  'FILE_MISSING',
  'FILE_CHANGED',
  'CONFUSE_BOUNDS',
  'PARTS_LOST',
  'SAVE_FAILED',
  'UNKNOWN',
] as const;
export type UploadErrorCode = (typeof uploadErrorCodes)[number];

/** Why an upload failed. `errcode` and `errmsg` are the server's, if it sent any. */
export interface UploadError {
  code: UploadErrorCode;
  errmsg: string;
  errcode?: number;
}

export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
  readonly error: UploadError;
  constructor(code: UploadErrorCode, errmsg = '', options: { errcode?: number; cause?: unknown } = {}) {
    super(errmsg || code, { cause: options.cause });
    this.error = options.errcode === undefined ? { code, errmsg } : { code, errmsg, errcode: options.errcode };
  }
}

/** The store or the server no longer knows this upload; the check must be repeated. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

export const isErrcode = (error: unknown, ...codes: FailureCode[]): boolean =>
  error instanceof CallFailed && codes.some((code) => failures[code].errcode === error.errcode);

/** The server says that this is not the upload's next step, as after a step whose answer was lost. */
export const isStepWrong = (error: unknown): boolean =>
  error instanceof UploadFailed && error.error.errcode === failures.UPLOAD_STEP_WRONG.errcode;

/** An API failure as the item shows it. `otherwise` is the code for server errors in this step. */
export function fromCall(error: unknown, otherwise: UploadErrorCode): Error {
  if (!(error instanceof CallFailed)) return asError(error, otherwise);
  if (isErrcode(error, 'UPLOAD_UNKNOWN')) return new SessionLost(error.errmsg, { cause: error });
  const said = { errcode: error.errcode, cause: error };
  if (error.errcode === failures.SPACE_NOT_ENOUGH.errcode) return new UploadFailed('[002]', error.errmsg, said);
  if (error.errcode === failures.UPLOAD_REFUSED.errcode) return new UploadFailed('110008', error.errmsg, said);
  if (error.status === 0) return new UploadFailed('NETWORK', error.errmsg, { cause: error });
  if (error.status === 408) return new UploadFailed('TIMEOUT', error.errmsg, { cause: error });
  if (error.status >= 500) return new UploadFailed(otherwise, error.errmsg, said);
  return new UploadFailed('SERVER', error.errmsg, said);
}

/** A failure of a step at the storage host as the item shows it. */
export function asError(error: unknown, otherwise: UploadErrorCode): Error {
  if (error instanceof UploadFailed || error instanceof SessionLost) return error;
  if (error instanceof StoreFailed) {
    const late = otherwise === '[303]' ? 'PART_TIMEOUT' : 'TIMEOUT';
    return new UploadFailed(error.reason === 'timeout' ? late : 'NETWORK', '', { cause: error });
  }
  return new UploadFailed(otherwise, error instanceof Error ? error.message : String(error), { cause: error });
}
