import { signInRegionNames } from '@alcove/contract';
import type { Language, ServiceConfigCode } from '@alcove/contract';

export const settingGroups = ['storage', 'retention', 'links', 'signIn', 'portal', 'client'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** What a number counts. The server keeps bytes and bytes per second; people type GB and MB/s. */
export type Unit =
  | 'characters'
  | 'days'
  | 'files'
  | 'hours'
  | 'minutes'
  | 'visits'
  | 'rows'
  | 'sessions'
  | 'tries'
  | 'versions'
  | 'percent'
  | 'gigabytes'
  | 'megabytesPerSecond';

/** The field that a setting is edited in. */
export type SettingField =
  | { kind: 'switch' }
  /** `none`: the number may be missing, which means that there is no limit. */
  | { kind: 'number'; unit: Unit; none: boolean; /** Without a number, what the server was started with holds. */ ofServer?: true }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'choices'; names: Readonly<Record<string, Readonly<Record<Language, string>>>> }
  | { kind: 'link' }
  | { kind: 'text' }
  | { kind: 'announcement' }
  | { kind: 'words' }
  | { kind: 'hosts' }
  | { kind: 'clients' }
  | { kind: 'plugin' };

export interface SettingKind {
  group: SettingGroup;
  field: SettingField;
}

const number = <Of extends Unit>(unit: Of) => ({ kind: 'number', unit, none: false }) as const;
const days = number('days');
const link = { kind: 'link' } as const;
const toggle = { kind: 'switch' } as const;

/** Where each code stands on the screen, and how it is edited. In the order of the screen. */
export const settingKinds: { readonly [Code in ServiceConfigCode]: SettingKind } = {
  defaultQuotaBytes: { group: 'storage', field: { kind: 'number', unit: 'gigabytes', none: true } },
  defaultSpeedLimit: { group: 'storage', field: { kind: 'number', unit: 'megabytesPerSecond', none: true } },
  folderDownload: { group: 'storage', field: toggle },
  filesPerSelection: { group: 'storage', field: number('files') },
  emptyFiles: { group: 'storage', field: toggle },
  renameLength: { group: 'storage', field: number('characters') },
  instantTransferScope: { group: 'storage', field: { kind: 'choice', choices: ['company', 'reachable'] } },
  storageEncryption: { group: 'storage', field: toggle },
  contentCheckDays: { group: 'storage', field: days },
  contentCheckSpeed: { group: 'storage', field: { kind: 'number', unit: 'megabytesPerSecond', none: true } },
  importRows: { group: 'storage', field: number('rows') },
  uploadHours: { group: 'storage', field: number('hours') },
  recycleDays: { group: 'retention', field: days },
  groupGraceDays: { group: 'retention', field: days },
  versionsKept: { group: 'retention', field: { kind: 'number', unit: 'versions', none: true, ofServer: true } },
  versionDays: { group: 'retention', field: { kind: 'number', unit: 'days', none: true, ofServer: true } },
  logDays: { group: 'retention', field: days },
  leaverSpaceDays: { group: 'retention', field: days },
  leaverNameDays: { group: 'retention', field: days },
  endedDepartmentDays: { group: 'retention', field: days },
  endedShareDays: { group: 'retention', field: days },
  accessRequestDays: { group: 'retention', field: days },
  noticeDays: { group: 'retention', field: days },
  transferRecordDays: { group: 'retention', field: days },
  activityDays: { group: 'retention', field: days },
  importDays: { group: 'retention', field: days },
  previewDays: { group: 'retention', field: days },
  reviewDays: { group: 'retention', field: days },
  secondBinDays: { group: 'retention', field: days },
  secondBinMarkedHours: { group: 'retention', field: number('hours') },
  secondBinBrakePercent: { group: 'retention', field: number('percent') },
  secondBinBrakeFiles: { group: 'retention', field: number('files') },
  contentRules: { group: 'links', field: toggle },
  outboundReview: { group: 'links', field: { kind: 'choice', choices: ['matches', 'everything'] } },
  linkPermission: { group: 'links', field: { kind: 'choice', choices: ['preview', 'download', 'edit'] } },
  linkValidity: { group: 'links', field: { kind: 'choice', choices: ['3d', '1w', '1m', '3m', 'employment'] } },
  linkWatermark: { group: 'links', field: toggle },
  watermarkText: { group: 'links', field: { kind: 'text' } },
  linkMostDays: { group: 'links', field: { kind: 'number', unit: 'days', none: true } },
  linkMostVisits: { group: 'links', field: { kind: 'number', unit: 'visits', none: true } },
  linkPasswordLength: { group: 'links', field: number('characters') },
  linkPasswordTries: { group: 'links', field: number('tries') },
  linkLockMinutes: { group: 'links', field: number('minutes') },
  linkVisitIdleMinutes: { group: 'links', field: number('minutes') },
  linkVisitHours: { group: 'links', field: number('hours') },
  visitorFileBytes: { group: 'links', field: number('gigabytes') },
  linkUploadBytes: { group: 'links', field: number('gigabytes') },
  linkUnvisitedDays: { group: 'links', field: days },
  maskVisitorNames: { group: 'links', field: toggle },
  sessionIdleHours: { group: 'signIn', field: { kind: 'number', unit: 'hours', none: true, ofServer: true } },
  sessionHours: { group: 'signIn', field: { kind: 'number', unit: 'hours', none: true, ofServer: true } },
  browserSessions: { group: 'signIn', field: number('sessions') },
  clientSessions: { group: 'signIn', field: number('sessions') },
  secondFactorFor: { group: 'signIn', field: { kind: 'choice', choices: ['nobody', 'administrators', 'everybody'] } },
  passkeySignIn: { group: 'signIn', field: toggle },
  proofMinutes: { group: 'signIn', field: number('minutes') },
  signInTries: { group: 'signIn', field: number('tries') },
  signInWaitMinutes: { group: 'signIn', field: number('minutes') },
  signInRegions: { group: 'signIn', field: { kind: 'choices', names: signInRegionNames } },
  qrSignIn: { group: 'signIn', field: toggle },
  firstSecretDays: { group: 'signIn', field: days },
  lookMinutes: { group: 'signIn', field: number('minutes') },
  lookGroundsLength: { group: 'signIn', field: number('characters') },
  directorySyncMinutes: { group: 'signIn', field: number('minutes') },
  directorySyncBrakePercent: { group: 'signIn', field: number('percent') },
  passwordTermDays: { group: 'signIn', field: { kind: 'number', unit: 'days', none: true } },
  systemTitle: { group: 'portal', field: { kind: 'words' } },
  announcement: { group: 'portal', field: { kind: 'announcement' } },
  helpDocuments: { group: 'portal', field: link },
  publicDocuments: { group: 'portal', field: link },
  feedback: { group: 'portal', field: link },
  outsourcingProcess: { group: 'portal', field: link },
  productSite: { group: 'portal', field: link },
  portal: { group: 'portal', field: link },
  signOutAddress: { group: 'portal', field: link },
  publicSite: { group: 'client', field: toggle },
  clientDownload: { group: 'client', field: { kind: 'clients' } },
  pluginInfo: { group: 'client', field: { kind: 'plugin' } },
  testHosts: { group: 'client', field: { kind: 'hosts' } },
};
