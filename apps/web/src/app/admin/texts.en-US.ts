import type { Translated } from '../../i18n/index.ts';
import type * as chinese from './texts.zh-CN.ts';

export const admin: Translated<typeof chinese.admin> = {
  overview: 'Overview',
  dashboard: 'Dashboard',
  peopleAndDepartments: 'People and departments',
  people: 'People',
  roles: 'Roles',
  operations: 'Operations',
  reviews: 'Outbound review',
  contentRules: 'Content rules',
  files: 'Files',
  recycle: 'Secondary bin',
  logs: 'Logs',
  platforms: 'Integration platforms',
  allowlist: 'IP allowlist',
  agreements: 'Agreements',
  configuration: 'Configuration',
  leave: 'Leave administration',
  back: 'Back to the drive',
};
