/** A visitor uploads by the use cases of people: the caller is the visitor, whom the permission rules judge by the link. */
import { calls } from '@alcove/contract';
import type { Instance, InstanceId } from '@alcove/contract';
import { createFolder, createFolderTree } from '../files/index.ts';
import type { FileDeps } from '../files/index.ts';
import { answer, Failure } from '../http/index.ts';
import type { Binding, UserContext } from '../http/index.ts';
import { asVisitorsSee } from '../links/index.ts';
import {
  abortUpload,
  checkInSet,
  checkUpload,
  eachAnswered,
  instantUpload,
  queryUploadAuth,
  saveInSet,
  saveUpload,
} from '../upload/index.ts';
import type { UploadDeps } from '../upload/index.ts';

const { link } = calls;

/** A file that got a new version keeps its name, which may be one that visitors may not read yet: they are told the one that they sent. */
const asSent = ({ parentId, fName }: { parentId: InstanceId; fName: string }, saved: Instance): Instance =>
  asVisitorsSee(saved.instanceId === parentId ? { ...saved, instanceName: fName } : saved);

/** Its creator looks at a link that is being verified, and adds nothing through it. Throws LINK_NOT_OUT. */
function whileOut(context: UserContext): UserContext {
  if (context.caller.visitor?.proposed) throw new Failure('LINK_NOT_OUT');
  return context;
}

export function routes(deps: UploadDeps & FileDeps): Binding[] {
  return [
    answer(link.checkUploadAble, (input, context) => checkUpload(deps, input, whileOut(context))),
    answer(link.checkUploads, ({ items }, context) =>
      eachAnswered(deps, items, context, (item, set) => checkInSet(deps, item, whileOut(context), set)),
    ),
    answer(link.secondUpload, async (input, context) => asVisitorsSee(await instantUpload(deps, input, whileOut(context)))),
    answer(link.queryUploadAuth, (input, context) => queryUploadAuth(deps, input, whileOut(context))),
    answer(link.upload, async (input, context) => asSent(input, await saveUpload(deps, input, whileOut(context)))),
    answer(link.uploads, ({ items }, context) =>
      eachAnswered(deps, items, context, async (item, set) => asSent(item, await saveInSet(deps, item, whileOut(context), set))),
    ),
    answer(link.recycleStorageFile, (input, context) => abortUpload(deps, input, context)),
    answer(link.createFolder, async (input, context) => asVisitorsSee(await createFolder(deps, input, whileOut(context)))),
    answer(link.batchCreateFolder, (input, context) => createFolderTree(deps, input, whileOut(context))),
  ];
}
