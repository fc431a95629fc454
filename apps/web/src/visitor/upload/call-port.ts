import { limits, type InputOf, type calls } from '@alcove/contract';
import type { CallPort } from '@alcove/transfer';
import { batched } from '../../features/transfer/browser/batched.ts';
import { onTime } from '../../features/transfer/browser/on-time.ts';
import { asTransferFailure } from '../../features/transfer/browser/transfer-failure.ts';
import { linkCalls, type VisitorCall } from '../link/calls.ts';
import { closesLink } from '../link/failures.ts';
import { onceAsVisitor } from '../link/visit.ts';

type Check = InputOf<typeof calls.upload.checkUploadAble>;
type Save = InputOf<typeof calls.upload.upload>;

const small = ({ fSize }: { fSize: unknown }): boolean => Number(fSize) < limits.smallFile;

/** The calls of a link for the transfer engine; small files are asked for and saved together. `onClosed`: the link has ended meanwhile. */
export function linkCallPort(onClosed: (why: unknown) => void): CallPort {
  const ask = <Input, Answer>(to: VisitorCall<Input, Answer>, input: Input, signal?: AbortSignal): Promise<Answer> =>
    onceAsVisitor(to, input, { signal }).catch((error: unknown) => {
      if (closesLink(error)) onClosed(error);
      return asTransferFailure(error);
    });
  const checkSmall = batched((items: Check[]) => ask(linkCalls.checkUploads, { items }), limits.uploadsPerCall, onTime);
  const saveSmall = batched((items: Save[]) => ask(linkCalls.uploads, { items }), limits.uploadsPerCall, onTime);
  return {
    check: (request, { signal }) => (small(request) ? checkSmall(request, signal) : ask(linkCalls.checkUploadAble, request, signal)),
    second: (request, { signal }) => ask(linkCalls.secondUpload, request, signal),
    auth: async (request, { signal }) => [await ask(linkCalls.queryUploadAuth, request, signal)].flat(),
    save: (request, { signal }) => (small(request) ? saveSmall(request, signal) : ask(linkCalls.upload, request, signal)),
    abort: (request, { signal }) => ask(linkCalls.recycleStorageFile, request, signal),
  };
}
