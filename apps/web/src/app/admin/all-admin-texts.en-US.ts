import { companyRoles } from '../../features/company-roles/texts.en-US.ts';
import { adminConfiguration, settingChoices, settingHints, settingNames } from '../../screens/admin-configuration/texts.en-US.ts';
import { adminAgreements } from '../../screens/admin-agreements/texts.en-US.ts';
import { adminAllowlist } from '../../screens/admin-allowlist/texts.en-US.ts';
import { adminBin } from '../../screens/admin-recycle/texts.en-US.ts';
import { adminDashboard } from '../../screens/admin-dashboard/texts.en-US.ts';
import { adminFiles } from '../../screens/admin-files/texts.en-US.ts';
import { adminImport } from '../../screens/admin-import/texts.en-US.ts';
import { adminLogs } from '../../screens/admin-logs/texts.en-US.ts';
import { adminOffboard } from '../../screens/admin-offboard/texts.en-US.ts';
import { adminPeople } from '../../screens/admin-people/texts.en-US.ts';
import { adminPlatforms } from '../../screens/admin-platforms/texts.en-US.ts';
import { adminScim } from '../../screens/admin-platforms/scim/texts.en-US.ts';
import { adminSync } from '../../screens/admin-platforms/sync/texts.en-US.ts';
import { adminRules } from '../../screens/admin-content-rules/texts.en-US.ts';
import { adminReviews } from '../../screens/admin-reviews/texts.en-US.ts';
import { adminRoles } from '../../screens/admin-roles/texts.en-US.ts';
import { plot } from '../../ui/plot/texts.en-US.ts';
import { admin } from './texts.en-US.ts';

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
