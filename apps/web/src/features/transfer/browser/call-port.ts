import { calls, limits, type Call, type InputOf } from '@alcove/contract';
import type { CallPort } from '@alcove/transfer';
import { call } from '../../../api/index.ts';
import { batched } from './batched.ts';
import { onTime } from './on-time.ts';
import { asTransferFailure } from './transfer-failure.ts';

const ask = <C extends Call>(to: C, input: InputOf<C>, signal?: AbortSignal) => call(to, input, { signal }).catch(asTransferFailure);

const small = ({ fSize }: { fSize: unknown }): boolean => Number(fSize) < limits.smallFile;

/** Small files are asked for and saved together, and proofs are sent together: their calls weigh more than their bytes. */
export function callPort(): CallPort {
  const checkSmall = batched(
    (items: InputOf<typeof calls.upload.checkUploadAble>[]) => ask(calls.upload.checkUploads, { items }),
    limits.uploadsPerCall,
    onTime,
  );
  const saveSmall = batched(
    (items: InputOf<typeof calls.upload.upload>[]) => ask(calls.upload.uploads, { items }),
    limits.uploadsPerCall,
    onTime,
  );
  const second = batched(
    (items: InputOf<typeof calls.upload.secondUpload>[]) => ask(calls.upload.secondUploads, { items }),
    limits.uploadsPerCall,
    onTime,
  );
  return {
    check: (request, { signal }) => (small(request) ? checkSmall(request, signal) : ask(calls.upload.checkUploadAble, request, signal)),
    second: (request, { signal }) => second(request, signal),
    auth: async (request, { signal }) => [await ask(calls.upload.queryUploadAuth, request, signal)].flat(),
    save: (request, { signal }) => (small(request) ? saveSmall(request, signal) : ask(calls.upload.upload, request, signal)),
    abort: (request, { signal }) => ask(calls.upload.recycleStorageFile, request, signal),
  };
}
