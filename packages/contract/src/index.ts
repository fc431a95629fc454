import * as departments from './department.ts';
import * as downloads from './download.ts';
import * as instances from './instance.ts';
import * as searches from './search.ts';
import * as notices from './notice.ts';
import * as sharings from './sharing.ts';
import * as transfers from './transfer.ts';
import * as uploads from './upload.ts';
import * as users from './user.ts';
import type { Call } from './call.ts';

/** Every call, by the word it belongs to. */
export const calls = {
  user: {
    signIn: users.signIn,
    login: users.login,
    pluginInfo: users.pluginInfo,
    requestIp: users.requestIp,
    checkRedirect: users.checkRedirect,
    dlpVersion: users.dlpVersion,
    generateQrId: users.generateQrId,
    queryStatusByQrId: users.queryStatusByQrId,
    confirmQr: users.confirmQr,
    clientLogin: users.clientLogin,
    logPc: users.logPc,
    logout: users.logout,
    changePassword: users.changePassword,
    saveSettings: users.saveSettings,
    acknowledgeAgreement: users.acknowledgeAgreement,
    currentUser: users.currentUser,
    queryUserCapacity: users.queryUserCapacity,
  },
  instance: {
    page: instances.page,
    createFolder: instances.createFolder,
    batchCreateFolder: instances.batchCreateFolder,
    rename: instances.rename,
    remove: instances.remove,
    undoRemove: instances.undoRemove,
    queryFolderByParentId: instances.queryFolderByParentId,
    queryInstanceDetail: instances.queryInstanceDetail,
    queryFolderSize: instances.queryFolderSize,
  },
  upload: {
    checkUploadAble: uploads.checkUploadAble,
    secondUpload: uploads.secondUpload,
    queryUploadAuth: uploads.queryUploadAuth,
    upload: uploads.upload,
    checkUploads: uploads.checkUploads,
    uploads: uploads.uploads,
    recycleStorageFile: uploads.recycleStorageFile,
  },
  download: { download: downloads.download, preview: downloads.preview, folderDownload: downloads.folderDownload },
  transfer: { page: transfers.page, add: transfers.add, clear: transfers.clear },
  search: { searchUsers: searches.searchUsers, searchDepartments: searches.searchDepartments, matchNames: searches.matchNames },
  department: { queryChildren: departments.queryChildren, checkChosen: departments.checkChosen },
  innerSharing: {
    page: sharings.page,
    create: sharings.create,
    remove: sharings.remove,
    leaveInnerSharing: sharings.leaveInnerSharing,
    checkShared: sharings.checkShared,
    querySharingUsers: sharings.querySharingUsers,
    downloadUsers: sharings.downloadUsers,
    checkUploadUser: sharings.checkUploadUser,
    uploadUsers: sharings.uploadUsers,
  },
  notice: { page: notices.page, markRead: notices.markRead, unread: notices.unread },
} as const satisfies Record<string, Record<string, Call>>;

/** All calls in one list: the server checks at start that each is answered. */
export const allCalls: readonly Call[] = Object.values(calls).flatMap((group) => Object.values(group) as Call[]);

export { passwordIsStrong } from './user.ts';
export type { Capacity, CommonSettings, CurrentUser, DesktopSystem, PluginInfo, SignInWays } from './user.ts';
export { commonSettings } from './user.ts';
export { instanceSortFields } from './instance.ts';
export type { CreatedFolderTree, FolderTree, Instance, InstanceDetail, InstanceSortField, ItemOutcome } from './instance.ts';
export { partPlan, uploadActions } from './upload.ts';
export type { ConfuseParams, UploadAction, UploadAuth, UploadCheck } from './upload.ts';
export type { FolderDownload, Preview } from './download.ts';
export type { FinishedRecord } from './transfer.ts';
export type { Department, FoundDepartment, FoundPerson, MatchedName, MatchedPart, Person } from './search.ts';
export type { DepartmentChildren } from './department.ts';
export { noticeFilters } from './notice.ts';
export type { Notice, NoticeContent, NoticeCounts, NoticeData, NoticeFilter, NoticeKind, NoticePerson } from './notice.ts';
export { shareSides, shareSortFields } from './sharing.ts';
export type {
  Collaborator,
  ImportedList,
  ImportedRow,
  ShareDetail,
  ShareItem,
  ShareOutcome,
  ShareRole,
  ShareScope,
  ShareSide,
  ShareSortField,
} from './sharing.ts';
export { eventsPath } from './events.ts';
export type { LiveEvent } from './events.ts';
export type { AnswerOf, Call, CallerKind, EachAnswer, Envelope, FieldsIn, InputOf, RequestOf } from './call.ts';
export type { FileToSend, Page, SentFile } from './fields.ts';
export { failures, failureText, languages } from './failures.ts';
export type { FailureCode, Language } from './failures.ts';
export { limits } from './limits.ts';
export { cleanName, decodeName, encodeName, foldName, nameFault, nameLength, normaliseName, numberedName, splitName } from './names.ts';
export { everyItem, fileRoles, groupLevels, levelOf, permissionItems, roleItems, shareLevels } from './permission.ts';
export type { FileRole, GrantSubject, GroupLevel, PermissionItem, ShareLevel } from './permission.ts';
export { categories, categoryOf, extensionOf, previewKindOf } from './categories.ts';
export type { Category, PreviewKind } from './categories.ts';
