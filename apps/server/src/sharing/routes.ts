import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import type { SharingDeps } from './deps.ts';
import { downloadUsers } from './export-users.ts';
import { createShares } from './give-share.ts';
import { checkImport, importUsers } from './import-users.ts';
import { leaveShares } from './leave-share.ts';
import { pageOfShares } from './list-shares.ts';
import { checkShared, shareDetail } from './share-detail.ts';
import { takeBack } from './take-back-share.ts';

const { innerSharing } = calls;

export function routes(deps: SharingDeps): Binding[] {
  const { database } = deps;
  return [
    answer(innerSharing.page, (input, context) => pageOfShares(database, input, context)),
    answer(innerSharing.create, (input, context) => createShares(deps, input, context)),
    answer(innerSharing.remove, (input, context) => takeBack(deps, input, context)),
    answer(innerSharing.leaveInnerSharing, (input, context) => leaveShares(deps, input, context)),
    answerAuthorised(database, innerSharing.checkShared, (input, context) => checkShared(database, input, context)),
    answer(innerSharing.querySharingUsers, (input, context) => shareDetail(database, input, context)),
    answer(innerSharing.downloadUsers, (input, context) => downloadUsers(database, input, context)),
    answer(innerSharing.checkUploadUser, (input, context) => checkImport(database, input, context)),
    answer(innerSharing.uploadUsers, (input, context) => importUsers(deps, input, context)),
  ];
}
