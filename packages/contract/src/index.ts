export { allCalls, calls } from './calls.ts';
export { logFaultKinds } from './admin-log-check.ts';
export type { LogCheck, LogFault, LogFaultKind } from './admin-log-check.ts';
export * from './archive.ts';
export * from './call-log.ts';
export * from './categories.ts';
export * from './company-rights.ts';
export * from './decode-text.ts';
export * from './device-of.ts';
export * from './failures.ts';
export * from './file-role-rules.ts';
export * from './ids.ts';
export * from './level-rules.ts';
export * from './limits.ts';
export * from './links.ts';
export * from './live-updates.ts';
export * from './masked-name.ts';
export * from './names.ts';
export * from './normalised.ts';
export * from './permission.ts';
export * from './person-names.ts';
export * from './service-config.ts';
export * from './sign-in-regions.ts';
export * from './space-kinds.ts';

// Modules with calls export them under single words such as `page` or `remove`, so they cannot be re-exported whole.
export { accountStatuses } from './admin-accounts.ts';
export type { Account, AccountStatus } from './admin-accounts.ts';
export type { ConfigurationChange, ConfigurationItem } from './admin-configuration.ts';
export { defaultLevels } from './admin-departments.ts';
export type { DefaultLevel, DepartmentTotal, ManagedDepartment } from './admin-departments.ts';
export { offboardingCounts, offboardingParts } from './admin-offboarding.ts';
export type {
  Leaver,
  OffboardingCount,
  OffboardingCounts,
  OffboardingLine,
  OffboardingPart,
  OffboardingPartName,
  OffboardingPerson,
  OffboardingPreview,
  OffboardingProblem,
  OffboardingReport,
  OffboardingRequest,
  OffboardingStep,
  OffboardingTask,
  SuccessorField,
} from './admin-offboarding.ts';
export type { ImportCheck, ImportError, PeopleImport, PeopleImportTask } from './admin-people-sheets.ts';
export type { EditedFileRole } from './admin-file-roles.ts';
export { loggedDeeds, logResults } from './admin-logs.ts';
export type { LogActor, LogBar, LogChart, LogEntry, LogObject, LogResult, NamesById } from './admin-logs.ts';
export type { Region } from './admin-regions.ts';
export type { Role } from './admin-roles.ts';
export type { PreviewedItem, PreviewedPerson, RolePreview } from './role-preview.ts';
export { passwordIsStrong } from './identity.ts';
export type {
  Capacity,
  CurrentUser,
  DesktopSystem,
  DeviceAnswered,
  LinkRules,
  OpenSession,
  PluginInfo,
  QrBrowser,
  SignInWay,
  SignInWays,
} from './identity.ts';
export { commonSettings } from './common-settings.ts';
export type { CommonSettings } from './common-settings.ts';
export { mostSensitive, sensitivities } from './sensitivity.ts';
export type { Sensitivity, SensitivityOf } from './sensitivity.ts';
export { instanceSortFields } from './files.ts';
export type { CreatedFolderTree, FolderTree, Instance, InstanceDetail, InstanceSortField, ItemOutcome } from './files.ts';
export { itemsOfFolder } from './folder-page.ts';
export type { FewItems, FolderPage, ItemColumns } from './folder-page.ts';
export { widened } from './narrow-page.ts';
export type { NarrowInstance, NarrowPage } from './narrow-page.ts';
export type { FileVersion, FileVersions } from './versions.ts';
export type { Comment, Comments } from './comments.ts';
export { favouriteSortFields } from './favourites.ts';
export type { Favourite, FavouriteSortField } from './favourites.ts';
export type { Activity, ActivityContent, ActivityKind } from './activity.ts';
export type { PlacedItem, PlacingKind, PlacingTask } from './move-copy.ts';
export { recycleSortFields } from './recycle.ts';
export type { RecycledItem, RecycleOutcome, RecycleSortField } from './recycle.ts';
export type { OtherTask, Task, TaskProgress, TaskState, TaskWords } from './tasks.ts';
export { partPlan, uploadActions, uploadFlags } from './upload.ts';
export type { ConfuseParams, InstantTicket, UploadAction, UploadAuth, UploadCheck, UploadPlan } from './upload.ts';
export type { FolderDownload, Preview, PreparingPreview, ReadyPreview, Thumbnail, Thumbnails } from './download.ts';
export type { FinishedRecord } from './transfer-history.ts';
export { searchScopes, searchSortFields } from './search.ts';
export type {
  Department,
  FoundDepartment,
  FoundInstance,
  FoundPerson,
  Match,
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
export type { PrivilegeEntry } from './group-privileges.ts';
export { linkReasons, linkSortFields, linkStepNames } from './link-calls.ts';
export type {
  InvalidApproval,
  Link,
  LinkedItem,
  LinkOutcome,
  LinkEnd,
  LinkReason,
  LinkSortField,
  LinkStatus,
  LinkStep,
  LinkStepName,
  LinkVisit,
} from './link-calls.ts';
export type { LinkContent, LinkGate, LinkInstance } from './link-visit-calls.ts';
export { reviewStates } from './admin-links.ts';
export type { NoReviews, Review, ReviewDetail, ReviewFinding, ReviewState } from './admin-links.ts';
export { lookReasons, managedDeeds } from './admin-files.ts';
export type { FileLook, LookReason, ManagedDeed, ManagedFile, ManagedFiles, ManagedFilesTask, SharingKind } from './admin-files.ts';
export type { ClearingTask, SecondBinItem, SecondBinOutcome } from './admin-recycle.ts';
export type { Announcement } from './service-config.ts';
export { agreementDocuments, sampleEdition } from './agreements.ts';
export type { AgreementDocument, AgreementText, AgreementVersion, InBothLanguages } from './agreements.ts';
export type { AgreementDraft, AgreementPerson, AgreementState } from './admin-agreements.ts';
export { dailyFigures, dashboardRanges, drillReasons } from './admin-dashboard.ts';
export type {
  DailyFigure,
  DashboardDay,
  DashboardFigures,
  DashboardPart,
  DashboardState,
  DrillFigures,
  DrillReason,
  DrillSeen,
  LargeSpace,
  PartState,
  RightsChange,
} from './admin-dashboard.ts';
export { signingAlgorithms } from './platform-fields.ts';
export type { SigningAlgorithm } from './platform-fields.ts';
export type { OidcPlatform, Platform, PlatformProtocol, PlatformTest } from './admin-platforms.ts';
export type { PersonPlatform } from './admin-person-platforms.ts';
export { directoryProtocols } from './admin-directories.ts';
export type { DirectoryPlatform, DirectoryProtocol, DirectoryTest } from './admin-directories.ts';
export { scimPath } from './admin-scim.ts';
export type { ScimPlatform, ScimRequest, ScimState } from './admin-scim.ts';
export { syncGroups } from './admin-sync.ts';
export type { SyncEntry, SyncGroup, SyncRun, SyncSettings } from './admin-sync.ts';
export { syncChanges, syncConflicts, syncedFields } from './sync-words.ts';
export type { SyncChange, SyncConflict, SyncDifference, SyncedField, SyncKind, SyncState } from './sync-words.ts';
export type { FactorsToGive, NewPasskeyQuestion, PasskeyQuestion, SecondFactorKind, SecondFactors, SignInStep } from './second-factor.ts';
export { signedOutPath, signInBackPath } from './platforms.ts';
export type { SignInPlatform } from './platforms.ts';
export { allowlistObjects } from './admin-allowlist.ts';
export type { AddressFault, Allowlist, AllowlistObject, AllowlistRule, LockOut, OwnAddress } from './admin-allowlist.ts';
export { dlpActions, dlpKinds } from './admin-dlp.ts';
export type { DlpAction, DlpKind, DlpRule } from './admin-dlp.ts';
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
export type { AnswerOf, Call, CallerKind, CallLimit, EachAnswer, Envelope, FieldsIn, InputOf, Needs, RequestOf } from './call.ts';
export type { FileToSend, Page, SentFile } from './fields.ts';
