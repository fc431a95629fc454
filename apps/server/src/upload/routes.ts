import { calls } from '@alcove/contract';
import { answer, through } from '../http/index.ts';
import type { Binding, UserContext } from '../http/index.ts';
import { checkInSet, checkUpload } from './check-upload.ts';
import type { UploadDeps } from './deps.ts';
import { eachAnswered } from './in-set.ts';
import { instantInSet, instantUpload } from './instant-upload.ts';
import { abortUpload } from './abort-upload.ts';
import { saveInSet, saveUpload } from './save-upload.ts';
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
      eachAnswered(deps, items, context, (item, set) => checkInSet(deps, item, throughItsShare(context, item), set)),
    ),
    answer(upload.secondUploads, ({ items }, context) =>
      eachAnswered(deps, items, context, (item, set) => instantInSet(deps, item, throughItsShare(context, item), set)),
    ),
    answer(upload.uploads, ({ items }, context) =>
      eachAnswered(deps, items, context, (item, set) => saveInSet(deps, item, throughItsShare(context, item), set)),
    ),
    answer(upload.recycleStorageFile, (input, context) => abortUpload(deps, input, context)),
  ];
}
