import { CallFailed as TransferCallFailed } from '@alcove/transfer';
import { CallFailed } from '../../../api/call-failed.ts';

/** The API client speaks of its own failure; the engine decides by the one of its ports. Always throws. */
export function asTransferFailure(error: unknown): never {
  if (!(error instanceof CallFailed)) throw error;
  const late = error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
  throw new TransferCallFailed({ errcode: error.errcode, errmsg: error.errmsg, status: late ? 408 : error.status }, { cause: error });
}
