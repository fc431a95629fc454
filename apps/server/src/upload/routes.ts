import { calls } from '@alcove/contract';
import { answer, through } from '../http/index.ts';
import type { Binding, UserContext } from '../http/index.ts';
import { checkUpload } from './check-upload.ts';
import type { UploadDeps } from './deps.ts';
import { runBatch } from './run-batch.ts';
import { instantUpload } from './instant-upload.ts';
import { abortUpload } from './abort-upload.ts';
import { saveUpload } from './save-upload.ts';
import { queryUploadAuth } from './sign-upload.ts';

const { upload } = calls;

/** Each file of one call may go to a different share. */
const throughItsShare = (context: UserContext, item: { fileSharingId?: string | undefined }): UserContext => ({
  ...context,
  caller: through(context.caller, item),
});

export function routes(deps: UploadDeps): Binding[] {
  return [
    answer(upload.checkUploadAble, (input, context) => checkUpload(deps, input, context)),
    answer(upload.secondUpload, (input, context) => instantUpload(deps, input, context)),
    answer(upload.queryUploadAuth, (input, context) => queryUploadAuth(deps, input, context)),
    answer(upload.upload, (input, context) => saveUpload(deps, input, context)),
    answer(upload.checkUploads, ({ items }, context) =>
      runBatch(items, context, (item) => checkUpload(deps, item, throughItsShare(context, item))),
    ),
    answer(upload.uploads, ({ items }, context) =>
      runBatch(items, context, (item) => saveUpload(deps, item, throughItsShare(context, item))),
    ),
    answer(upload.recycleStorageFile, (input, context) => abortUpload(deps, input, context)),
  ];
}
