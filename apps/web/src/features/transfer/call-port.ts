import { calls, type Call, type InputOf } from '@alcove/contract';
import { CallFailed as TransferCallFailed, type CallPort } from '@alcove/transfer';
import { CallFailed, call } from '../../api/index.ts';

/** The API client speaks of its own failure; the engine decides by the one of its ports. */
async function ask<C extends Call>(to: C, input: InputOf<C>, signal: AbortSignal) {
  try {
    return await call(to, input, { signal });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const late = error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
    throw new TransferCallFailed({ errcode: error.errcode, errmsg: error.errmsg, status: late ? 408 : error.status }, { cause: error });
  }
}

export const callPort: CallPort = {
  check: (request, { signal }) => ask(calls.upload.checkUploadAble, request, signal),
  second: (request, { signal }) => ask(calls.upload.secondUpload, request, signal),
  auth: async (request, { signal }) => [await ask(calls.upload.queryUploadAuth, request, signal)].flat(),
  save: (request, { signal }) => ask(calls.upload.upload, request, signal),
  recycle: (request, { signal }) => ask(calls.upload.recycleStorageFile, request, signal),
};
