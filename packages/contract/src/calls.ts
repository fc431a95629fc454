import * as accessReport from './access-report.ts';
import * as accessRequests from './access-requests.ts';
import * as activity from './activity.ts';
import * as adminAgreements from './admin-agreements.ts';
import * as adminAllowlist from './admin-allowlist.ts';
import * as adminConfiguration from './admin-configuration.ts';
import * as adminDashboard from './admin-dashboard.ts';
import * as adminDepartments from './admin-departments.ts';
import * as adminDirectories from './admin-directories.ts';
import * as adminDlp from './admin-dlp.ts';
import * as adminAccounts from './admin-accounts.ts';
import * as adminLinks from './admin-links.ts';
import * as adminLogCheck from './admin-log-check.ts';
import * as adminLogs from './admin-logs.ts';
import * as adminOffboarding from './admin-offboarding.ts';
import * as adminPeopleSheets from './admin-people-sheets.ts';
import * as adminPersonPlatforms from './admin-person-platforms.ts';
import * as adminPlatforms from './admin-platforms.ts';
import * as adminScim from './admin-scim.ts';
import * as adminSync from './admin-sync.ts';
import * as adminRecycle from './admin-recycle.ts';
import * as adminFile from './admin-files.ts';
import * as adminFileRoles from './admin-file-roles.ts';
import * as adminRegions from './admin-regions.ts';
import * as adminRoles from './admin-roles.ts';
import * as agreements from './agreements.ts';
import * as comments from './comments.ts';
import * as departments from './departments.ts';
import * as download from './download.ts';
import * as favourites from './favourites.ts';
import * as files from './files.ts';
import * as groupPrivileges from './group-privileges.ts';
import * as groups from './groups.ts';
import * as identity from './identity.ts';
import * as linkCalls from './link-calls.ts';
import * as linkUploads from './link-upload-calls.ts';
import * as linkVisits from './link-visit-calls.ts';
import * as moveCopy from './move-copy.ts';
import * as notices from './notices.ts';
import * as platforms from './platforms.ts';
import * as recycle from './recycle.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as sharing from './sharing.ts';
import * as tags from './tags.ts';
import * as tasks from './tasks.ts';
import * as transferHistory from './transfer-history.ts';
import * as upload from './upload.ts';
import * as versions from './versions.ts';
import type { Call } from './call.ts';

type CallsOf<Module> = { readonly [Name in keyof Module as Module[Name] extends Call ? Name : never]: Module[Name] };

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'fieldsIn' in value;

/** Picks the calls from a module's exports: everything made by `call`. */
const callsOf = <Module extends object>(module: Module): CallsOf<Module> =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as CallsOf<Module>;

/** All calls by group, derived from the modules: a call is included once its module declares it. */
export const calls = {
  access: callsOf(accessRequests),
  activity: callsOf(activity),
  adminAgreement: callsOf(adminAgreements),
  adminAllowlist: callsOf(adminAllowlist),
  adminConfiguration: callsOf(adminConfiguration),
  adminDashboard: callsOf(adminDashboard),
  adminDepartment: callsOf(adminDepartments),
  adminDlp: callsOf(adminDlp),
  adminFile: callsOf(adminFile),
  adminFileRole: callsOf(adminFileRoles),
  adminLink: callsOf(adminLinks),
  adminLog: { ...callsOf(adminLogs), ...callsOf(adminLogCheck) },
  adminPlatform: { ...callsOf(adminPlatforms), ...callsOf(adminDirectories), ...callsOf(adminScim), ...callsOf(adminSync) },
  adminRegion: callsOf(adminRegions),
  adminRecycle: callsOf(adminRecycle),
  adminRole: callsOf(adminRoles),
  adminUser: { ...callsOf(adminAccounts), ...callsOf(adminPeopleSheets), ...callsOf(adminOffboarding), ...callsOf(adminPersonPlatforms) },
  agreement: callsOf(agreements),
  comment: callsOf(comments),
  department: callsOf(departments),
  download: callsOf(download),
  explain: callsOf(accessReport),
  favourite: callsOf(favourites),
  group: callsOf(groups),
  innerSharing: callsOf(sharing),
  instance: { ...callsOf(files), ...callsOf(moveCopy) },
  link: { ...callsOf(linkCalls), ...callsOf(linkVisits), ...callsOf(linkUploads) },
  notice: callsOf(notices),
  platform: callsOf(platforms),
  privilege: callsOf(groupPrivileges),
  recycle: callsOf(recycle),
  search: callsOf(search),
  tag: callsOf(tags),
  task: callsOf(tasks),
  transfer: callsOf(transferHistory),
  upload: callsOf(upload),
  user: { ...callsOf(identity), ...callsOf(secondFactor) },
  version: callsOf(versions),
};

/** All calls in one list; at startup the server checks that each has a handler. */
export const allCalls: readonly Call[] = Object.values(calls).flatMap((group): Call[] => Object.values(group));
