import type { AdminItem, BuiltInRole } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { PlainKey } from '../../i18n/index.ts';

/** Built-in roles are named in the reader's language. */
export const roleName = ({ builtIn, name }: { builtIn: BuiltInRole | null; name: string }): string =>
  builtIn === null ? name : t(`companyRoles.${builtIn}`);

/** The name of each administration item. */
export const adminItemNames: Readonly<Record<AdminItem, PlainKey>> = {
  'dashboard.view': 'companyRoles.dashboardView',
  'people.view': 'companyRoles.peopleView',
  'people.create': 'companyRoles.peopleCreate',
  'people.edit': 'companyRoles.peopleEdit',
  'people.freeze': 'companyRoles.peopleFreeze',
  'people.resetPassword': 'companyRoles.peopleResetPassword',
  'people.sessions': 'companyRoles.peopleSessions',
  'people.import': 'companyRoles.peopleImport',
  'people.export': 'companyRoles.peopleExport',
  'people.offboard': 'companyRoles.peopleOffboard',
  'departments.view': 'companyRoles.departmentsView',
  'departments.create': 'companyRoles.departmentsCreate',
  'departments.edit': 'companyRoles.departmentsEdit',
  'departments.move': 'companyRoles.departmentsMove',
  'departments.end': 'companyRoles.departmentsEnd',
  'departments.managers': 'companyRoles.departmentsManagers',
  'departments.quota': 'companyRoles.departmentsQuota',
  'roles.view': 'companyRoles.rolesView',
  'roles.edit': 'companyRoles.rolesEdit',
  'roles.assign': 'companyRoles.rolesAssign',
  'fileRoles.edit': 'companyRoles.fileRolesEdit',
  'configuration.view': 'companyRoles.configurationView',
  'configuration.edit': 'companyRoles.configurationEdit',
  'files.view': 'companyRoles.filesView',
  'files.look': 'companyRoles.filesLook',
  'files.download': 'companyRoles.filesDownload',
  'files.remove': 'companyRoles.filesRemove',
  'files.endSharing': 'companyRoles.filesEndSharing',
  'files.sensitivity': 'companyRoles.filesSensitivity',
  'links.review': 'companyRoles.linksReview',
  'dlp.view': 'companyRoles.dlpView',
  'dlp.edit': 'companyRoles.dlpEdit',
  'logs.view': 'companyRoles.logsView',
  'logs.export': 'companyRoles.logsExport',
  'regions.edit': 'companyRoles.regionsEdit',
  'allowlist.view': 'companyRoles.allowlistView',
  'allowlist.edit': 'companyRoles.allowlistEdit',
  'platforms.view': 'companyRoles.platformsView',
  'platforms.edit': 'companyRoles.platformsEdit',
  'secondBin.view': 'companyRoles.secondBinView',
  'secondBin.restore': 'companyRoles.secondBinRestore',
  'secondBin.remove': 'companyRoles.secondBinRemove',
  'agreements.view': 'companyRoles.agreementsView',
  'agreements.edit': 'companyRoles.agreementsEdit',
  'agreements.export': 'companyRoles.agreementsExport',
};
