import { companyRoles } from '../../features/company-roles/texts.zh-CN.ts';
import { adminConfiguration, settingChoices, settingHints, settingNames } from '../../screens/admin-configuration/texts.zh-CN.ts';
import { adminAgreements } from '../../screens/admin-agreements/texts.zh-CN.ts';
import { adminAllowlist } from '../../screens/admin-allowlist/texts.zh-CN.ts';
import { adminBin } from '../../screens/admin-recycle/texts.zh-CN.ts';
import { adminDashboard } from '../../screens/admin-dashboard/texts.zh-CN.ts';
import { adminFiles } from '../../screens/admin-files/texts.zh-CN.ts';
import { adminImport } from '../../screens/admin-import/texts.zh-CN.ts';
import { adminLogs } from '../../screens/admin-logs/texts.zh-CN.ts';
import { adminOffboard } from '../../screens/admin-offboard/texts.zh-CN.ts';
import { adminPeople } from '../../screens/admin-people/texts.zh-CN.ts';
import { adminPlatforms } from '../../screens/admin-platforms/texts.zh-CN.ts';
import { adminScim } from '../../screens/admin-platforms/scim/texts.zh-CN.ts';
import { adminSync } from '../../screens/admin-platforms/sync/texts.zh-CN.ts';
import { adminRules } from '../../screens/admin-content-rules/texts.zh-CN.ts';
import { adminReviews } from '../../screens/admin-reviews/texts.zh-CN.ts';
import { adminRoles } from '../../screens/admin-roles/texts.zh-CN.ts';
import { plot } from '../../ui/plot/texts.zh-CN.ts';
import { admin } from './texts.zh-CN.ts';

/** Every text of the administration area, by feature. */
export const allAdminTexts = {
  admin,
  companyRoles,
  adminAgreements,
  adminAllowlist,
  adminBin,
  adminDashboard,
  adminFiles,
  adminImport,
  adminLogs,
  adminOffboard,
  adminPeople,
  adminPlatforms,
  adminScim,
  adminSync,
  adminReviews,
  adminRoles,
  adminRules,
  adminConfiguration,
  settingChoices,
  settingHints,
  settingNames,
  plot,
};
