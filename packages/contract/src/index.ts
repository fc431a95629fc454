import * as access from './access-requests.ts';
import * as activities from './activity.ts';
import * as comments from './comments.ts';
import * as departments from './departments.ts';
import * as downloads from './download.ts';
import * as explains from './access-report.ts';
import * as favourites from './favourites.ts';
import * as groups from './groups.ts';
import * as instances from './files.ts';
import * as searches from './search.ts';
import * as movings from './move-copy.ts';
import * as notices from './notices.ts';
import * as privileges from './privilege.ts';
import * as recycles from './recycle.ts';
import * as sensitivity from './sensitivity.ts';
import * as sharings from './sharing.ts';
import * as tags from './tags.ts';
import * as tasks from './tasks.ts';
import * as transfers from './transfer-history.ts';
import * as uploads from './upload.ts';
import * as users from './identity.ts';
import * as versions from './versions.ts';
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
    sessions: users.sessions,
    endSession: users.endSession,
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
    move: movings.move,
    copy: movings.copy,
    queryFolderByParentId: instances.queryFolderByParentId,
    queryInstanceDetail: instances.queryInstanceDetail,
    queryFolderSize: instances.queryFolderSize,
    setSensitivity: sensitivity.setSensitivity,
  },
  version: { list: versions.list, restore: versions.restore, remove: versions.remove },
  tag: { tag: tags.tag, untag: tags.untag, suggest: tags.suggest },
  comment: { list: comments.list, create: comments.create, remove: comments.remove },
  favourite: { page: favourites.page, create: favourites.create, remove: favourites.remove },
  activity: { list: activities.list },
  upload: {
    checkUploadAble: uploads.checkUploadAble,
    secondUpload: uploads.secondUpload,
    queryUploadAuth: uploads.queryUploadAuth,
    upload: uploads.upload,
    checkUploads: uploads.checkUploads,
    uploads: uploads.uploads,
    recycleStorageFile: uploads.recycleStorageFile,
  },
  download: {
    download: downloads.download,
    preview: downloads.preview,
    previewEntry: downloads.previewEntry,
    downloadEntry: downloads.downloadEntry,
    thumbnails: downloads.thumbnails,
    folderDownload: downloads.folderDownload,
  },
  transfer: { page: transfers.page, add: transfers.add, clear: transfers.clear },
  search: {
    searchUsers: searches.searchUsers,
    searchDepartments: searches.searchDepartments,
    matchNames: searches.matchNames,
    quick: searches.quick,
    searchInstancePage: searches.searchInstancePage,
  },
  explain: { queryAccess: explains.queryAccess },
  department: {
    queryChildren: departments.queryChildren,
    checkChosen: departments.checkChosen,
    querySpaces: departments.querySpaces,
    setManagers: departments.setManagers,
  },
  adminDepartment: {
    setManagers: departments.adminSetManagers,
    move: departments.adminMove,
    end: departments.adminEnd,
    setQuota: departments.adminSetQuota,
  },
  access: { request: access.request, mine: access.mine, withdraw: access.withdraw, detail: access.detail, answer: access.answer },
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
  recycle: { page: recycles.page, restore: recycles.restore, remove: recycles.remove, clear: recycles.clear },
  task: { list: tasks.list, cancel: tasks.cancel },
  notice: { page: notices.page, markRead: notices.markRead, unread: notices.unread },
  group: {
    page: groups.page,
    queryGroup: groups.queryGroup,
    createGroup: groups.createGroup,
    editGroup: groups.editGroup,
    leave: groups.leave,
    handover: groups.handover,
    queryHandover: groups.queryHandover,
    accept: groups.accept,
    dissolveGroup: groups.dissolveGroup,
    queryMembers: groups.queryMembers,
    addMembers: groups.addMembers,
    removeMembers: groups.removeMembers,
  },
  privilege: {
    queryPrivilegeList: privileges.queryPrivilegeList,
    updateMemberRole: privileges.updateMemberRole,
    updateUserRole: privileges.updateUserRole,
    remove: privileges.remove,
  },
} as const satisfies Record<string, Record<string, Call>>;

/** All calls in one list: the server checks at start that each is answered. */
export const allCalls: readonly Call[] = Object.values(calls).flatMap((group) => Object.values(group) as Call[]);

export { passwordIsStrong } from './identity.ts';
export type { Capacity, CommonSettings, CurrentUser, DesktopSystem, OpenSession, PluginInfo, SignInWays } from './identity.ts';
export { commonSettings } from './identity.ts';
export { mostSensitive, sensitivities } from './sensitivity.ts';
export type { Sensitivity, SensitivityOf } from './sensitivity.ts';
export { instanceSortFields } from './files.ts';
export type { CreatedFolderTree, FolderTree, Instance, InstanceDetail, InstanceSortField, ItemOutcome } from './files.ts';
export type { FileVersion, FileVersions } from './versions.ts';
export type { Comment, Comments } from './comments.ts';
export { favouriteSortFields } from './favourites.ts';
export type { Favourite, FavouriteSortField } from './favourites.ts';
export type { Activity, ActivityContent, ActivityKind } from './activity.ts';
export type { PlacedItem } from './move-copy.ts';
export { recycleSortFields } from './recycle.ts';
export type { RecycledItem, RecycleOutcome, RecycleSortField } from './recycle.ts';
export type { Task, TaskKind, TaskState } from './tasks.ts';
export { partPlan, uploadActions } from './upload.ts';
export type { ConfuseParams, UploadAction, UploadAuth, UploadCheck } from './upload.ts';
export type { FolderDownload, Preview, PreparingPreview, ReadyPreview, Thumbnail, Thumbnails } from './download.ts';
export type { FinishedRecord } from './transfer-history.ts';
export { searchScopes, searchSortFields } from './search.ts';
export type {
  Department,
  FoundDepartment,
  FoundInstance,
  FoundPerson,
  MatchedName,
  MatchedPart,
  Person,
  QuickResult,
  SearchScope,
  SearchSortField,
} from './search.ts';
export type { AccessEntry, AccessGrant, AccessKind, AccessReason, Explanation } from './access-report.ts';
export type { DepartmentChildren, DepartmentManager, DepartmentSpace } from './departments.ts';
export type { AccessRequest, OwnAccessRequest } from './access-requests.ts';
export { noticeFilters } from './notices.ts';
export type { AccessGiven, Notice, NoticeContent, NoticeCounts, NoticeData, NoticeFilter, NoticeKind, NoticePerson } from './notices.ts';
export { groupSortFields, groupTabs } from './groups.ts';
export type { Group, GroupIdentity, GroupMember, GroupSortField, GroupTab, Handover, HandoverState } from './groups.ts';
export type { PrivilegeEntry } from './privilege.ts';
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
export { eventsPath } from './live-updates.ts';
export type { LiveEvent } from './live-updates.ts';
export type { AnswerOf, Call, CallerKind, EachAnswer, Envelope, FieldsIn, InputOf, RequestOf } from './call.ts';
export type { FileToSend, Page, SentFile } from './fields.ts';
export { failures, failureText, languages } from './failures.ts';
export type { FailureCode, Language } from './failures.ts';
export { limits } from './limits.ts';
export { serviceConfigCodes, serviceConfigOf } from './service-config.ts';
export type { ServiceConfig, ServiceConfigCode } from './service-config.ts';
export {
  cleanName,
  decodeName,
  encodeName,
  foldName,
  nameFault,
  nameLength,
  normaliseName,
  numberedName,
  renameFault,
  splitName,
  unsafeText,
} from './names.ts';
export { hasEndlessMarks, normalised } from './normalised.ts';
export { accountNameFault, capacityFault, departmentNameFault, fullNameFault, userNameFault } from './person-names.ts';
export {
  accessLevels,
  everyItem,
  fileRoles,
  groupLevels,
  holdsRole,
  itemsBelowShared,
  itemsWhileEnding,
  levelHeld,
  levelOf,
  permissionItems,
  privilegeOf,
  privilegeRoles,
  requestedLevels,
  roleItems,
  shareLevels,
} from './permission.ts';
export type { AccessLevel, FileRole, GrantSubject, GroupLevel, PermissionItem, Privilege, ShareLevel } from './permission.ts';
export { entryName } from './archive.ts';
export type { ArchiveEntry, ArchiveListing } from './archive.ts';
export { categories, categoryOf, extensionOf, hasThumbnail, previewKindOf } from './categories.ts';
export type { Category, PreviewKind } from './categories.ts';
export { decodeText, textEncodings } from './decode-text.ts';
export type { Decoded, TextEncoding } from './decode-text.ts';
