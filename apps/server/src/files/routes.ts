import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { createFolder, createFolderTree, remove, rename } from './change.ts';
import { detailOf, folderSize, foldersOf, pageOfFolder } from './list.ts';
import { undoRemove } from './undo-remove.ts';

const { instance } = calls;

export function fileRoutes({ database }: { database: Kysely<Tables> }): Binding[] {
  return [
    answer(instance.page, (input, context) => pageOfFolder(database, input, context)),
    answer(instance.createFolder, (input, context) => createFolder(database, input, context)),
    answer(instance.batchCreateFolder, (input, context) => createFolderTree(database, input, context)),
    answer(instance.rename, (input, context) => rename(database, input, context)),
    answer(instance.remove, ({ instanceIds }, context) => remove(database, instanceIds, context)),
    answer(instance.undoRemove, ({ instanceIds }, context) => undoRemove(database, instanceIds, context)),
    answer(instance.queryFolderByParentId, ({ parentId }, context) => foldersOf(database, parentId, context)),
    answer(instance.queryInstanceDetail, ({ instanceId }, context) => detailOf(database, instanceId, context)),
    answer(instance.queryFolderSize, ({ instanceId }, context) => folderSize(database, instanceId, context)),
  ];
}
