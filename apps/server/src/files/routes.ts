import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { remove, rename } from './change.ts';
import type { FileDeps } from './deps.ts';
import { detailOf, folderSize, foldersOf, narrowPageOfFolder, writtenPage } from './list.ts';
import { createFolder, createFolderTree } from './make-folders.ts';

const { instance } = calls;

export function routes(deps: FileDeps): Binding[] {
  const { database } = deps;
  return [
    answer(instance.page, (input, context) => writtenPage(deps, input, context)),
    answer(instance.narrowPage, (input, context) => narrowPageOfFolder(deps, input, context)),
    answer(instance.createFolder, (input, context) => createFolder(deps, input, context)),
    answer(instance.batchCreateFolder, (input, context) => createFolderTree(deps, input, context)),
    answerAuthorised(database, instance.rename, (input, context) => rename(deps, input, context)),
    answer(instance.remove, ({ instanceIds }, context) => remove(deps, instanceIds, context)),
    answer(instance.queryFolderByParentId, ({ parentId }, context) => foldersOf(database, parentId, context)),
    answer(instance.queryInstanceDetail, (input, context) => detailOf(deps, input, context)),
    answerAuthorised(database, instance.queryFolderSize, (_input, context) => folderSize(database, context)),
  ];
}
