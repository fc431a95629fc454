import type { ServiceConfigCode } from '@alcove/contract';

export const settingGroups = ['storage', 'retention', 'links', 'signIn', 'portal', 'client'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** What a number counts. The server keeps bytes and bytes per second; people type GB and MB/s. */
export type Unit =
  'characters' | 'days' | 'files' | 'hours' | 'visits' | 'rows' | 'versions' | 'percent' | 'gigabytes' | 'megabytesPerSecond';

/** The field that a setting is edited in. */
export type SettingField =
  | { kind: 'switch' }
  /** `none`: the number may be missing, which means that there is no limit. */
  | { kind: 'number'; unit: Unit; none: boolean; /** Without a number, what the server was started with holds. */ ofServer?: true }
  | { kind: 'choice'; choices: readonly string[] }
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

const days = { kind: 'number', unit: 'days', none: false } as const;
const link = { kind: 'link' } as const;
const toggle = { kind: 'switch' } as const;

/** Where each code stands on the screen, and how it is edited. In the order of the screen. */
export const settingKinds: { readonly [Code in ServiceConfigCode]: SettingKind } = {
  defaultQuotaBytes: { group: 'storage', field: { kind: 'number', unit: 'gigabytes', none: true } },
  defaultSpeedLimit: { group: 'storage', field: { kind: 'number', unit: 'megabytesPerSecond', none: true } },
  folderDownload: { group: 'storage', field: toggle },
  filesPerSelection: { group: 'storage', field: { kind: 'number', unit: 'files', none: false } },
  emptyFiles: { group: 'storage', field: toggle },
  renameLength: { group: 'storage', field: { kind: 'number', unit: 'characters', none: false } },
  instantTransferScope: { group: 'storage', field: { kind: 'choice', choices: ['company', 'reachable'] } },
  storageEncryption: { group: 'storage', field: toggle },
  contentCheckDays: { group: 'storage', field: days },
  contentCheckSpeed: { group: 'storage', field: { kind: 'number', unit: 'megabytesPerSecond', none: true } },
  importRows: { group: 'storage', field: { kind: 'number', unit: 'rows', none: false } },
  recycleDays: { group: 'retention', field: days },
  groupGraceDays: { group: 'retention', field: days },
  versionsKept: { group: 'retention', field: { kind: 'number', unit: 'versions', none: true, ofServer: true } },
  versionDays: { group: 'retention', field: { kind: 'number', unit: 'days', none: true, ofServer: true } },
  logDays: { group: 'retention', field: days },
  leaverSpaceDays: { group: 'retention', field: days },
  endedShareDays: { group: 'retention', field: days },
  accessRequestDays: { group: 'retention', field: days },
  noticeDays: { group: 'retention', field: days },
  transferRecordDays: { group: 'retention', field: days },
  activityDays: { group: 'retention', field: days },
  secondBinDays: { group: 'retention', field: days },
  secondBinMarkedHours: { group: 'retention', field: { kind: 'number', unit: 'hours', none: false } },
  secondBinBrakePercent: { group: 'retention', field: { kind: 'number', unit: 'percent', none: false } },
  secondBinBrakeFiles: { group: 'retention', field: { kind: 'number', unit: 'files', none: false } },
  outboundReview: { group: 'links', field: { kind: 'choice', choices: ['matches', 'everything'] } },
  linkPermission: { group: 'links', field: { kind: 'choice', choices: ['preview', 'download', 'edit'] } },
  linkValidity: { group: 'links', field: { kind: 'choice', choices: ['3d', '1w', '1m', '3m', 'employment'] } },
  linkWatermark: { group: 'links', field: toggle },
  watermarkText: { group: 'links', field: { kind: 'text' } },
  linkMostDays: { group: 'links', field: { kind: 'number', unit: 'days', none: true } },
  linkMostVisits: { group: 'links', field: { kind: 'number', unit: 'visits', none: true } },
  linkPasswordLength: { group: 'links', field: { kind: 'number', unit: 'characters', none: false } },
  linkUnvisitedDays: { group: 'links', field: days },
  maskVisitorNames: { group: 'links', field: toggle },
  sessionIdleHours: { group: 'signIn', field: { kind: 'number', unit: 'hours', none: true, ofServer: true } },
  sessionHours: { group: 'signIn', field: { kind: 'number', unit: 'hours', none: true, ofServer: true } },
  firstSecretDays: { group: 'signIn', field: days },
  passwordTermDays: { group: 'signIn', field: { kind: 'number', unit: 'days', none: true } },
  systemTitle: { group: 'portal', field: { kind: 'words' } },
  announcement: { group: 'portal', field: { kind: 'announcement' } },
  helpDocuments: { group: 'portal', field: link },
  publicDocuments: { group: 'portal', field: link },
  feedback: { group: 'portal', field: link },
  outsourcingProcess: { group: 'portal', field: link },
  productSite: { group: 'portal', field: link },
  portal: { group: 'portal', field: link },
  publicSite: { group: 'client', field: toggle },
  clientDownload: { group: 'client', field: { kind: 'clients' } },
  pluginInfo: { group: 'client', field: { kind: 'plugin' } },
  testHosts: { group: 'client', field: { kind: 'hosts' } },
};
