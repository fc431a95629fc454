/** What a row of a sheet means, and what is wrong with it. Pure. */
import { accountNameFault, limits, normalised } from '@alcove/contract';
import type { BuiltInRole, FailureCode } from '@alcove/contract';
import { accountFaults } from '../accounts/index.ts';
import { adminItemsOf, isWithin } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';
import { builtInNames, columns } from './columns.ts';
import type { Column, Places } from './columns.ts';
import { bytesOf, momentOf } from './units.ts';

export interface Problem {
  column: Column;
  code: FailureCode;
  details?: Record<string, string | number>;
}

/** The account that a row will become. */
export interface SheetPerson {
  accountName: string;
  realName: string;
  userName: string | null;
  departmentId: string | null;
  /** Empty: Employee. */
  roleIds: string[];
  phone: string;
  email: string;
  expiresAt: string | null;
  quotaBytes: number | null;
  speedLimit: number | null;
}

export type Texts = Record<Column, string>;

/** Null for a row without any text in a known column. */
export function textsOf(row: readonly string[], places: Places): Texts | null {
  const texts = Object.fromEntries(
    columns.map((column) => {
      const at = places[column];
      const text = at === undefined ? '' : (row[at] ?? '');
      return [column, normalised(text.toWellFormed().replaceAll('\0', '').trim())];
    }),
  ) as Texts;
  return Object.values(texts).some(Boolean) ? texts : null;
}

/** The names from the top down. No name of a department contains one of the separators. */
export const pathOf = (text: string): string[] =>
  text
    .split(/[/\\>／＞]/)
    .map((name) => name.trim())
    .filter((name, index, all) => name !== '' || all.length > 1);

export interface RoleOfSheet extends AdminRole {
  roleId: string;
  name: string;
  builtIn: BuiltInRole | null;
}

/** What the importer's own roles allow, and which roles there are. */
export interface RoleRules {
  own: readonly AdminRole[];
  roles: readonly RoleOfSheet[];
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isCalled = ({ name, builtIn }: RoleOfSheet, text: string): boolean =>
  same(name, text) || (builtIn !== null && Object.values(builtInNames[builtIn]).some((own) => same(own, text)));

type RoleProblem = Omit<Problem, 'column'>;

/** The roles that a cell names, separated by commas or semicolons. A name that contains one of these stands alone in its cell. */
export function rolesNamed(text: string, rules: RoleRules): string[] | RoleProblem {
  if (text === '') return [];
  const whole = rules.roles.find((role) => isCalled(role, text));
  const written = whole
    ? [text]
    : text
        .split(/[,;，；、]/)
        .map((name) => name.trim())
        .filter(Boolean);
  const roleIds = new Set<string>();
  for (const name of written) {
    const role = rules.roles.find((one) => isCalled(one, name));
    if (!role) return { code: 'IMPORT_ROLE_MISSING', details: { name: name.slice(0, limits.roleNameLength) } };
    roleIds.add(role.roleId);
  }
  return roleFault([...roleIds], rules) ?? [...roleIds];
}

/** Whether the importer may give these roles. Employee alone needs no further right. */
export function roleFault(roleIds: readonly string[], { own, roles }: RoleRules): RoleProblem | null {
  if (roleIds.length === 0) return null;
  const given = roles.filter(({ roleId }) => roleIds.includes(roleId));
  if (given.length < roleIds.length) return { code: 'ROLE_NOT_FOUND' };
  if (roleIds.length > limits.rolesPerPerson) return { code: 'IMPORT_ROLES_TOO_MANY', details: { limit: limits.rolesPerPerson } };
  if (given.every(({ builtIn }) => builtIn === 'employee')) return null;
  if (!adminItemsOf(own).includes('roles.assign')) return { code: 'IMPORT_ROLE_FORBIDDEN' };
  return isWithin(own, given) ? null : { code: 'ROLE_BEYOND_OWN' };
}

export interface Judging extends RoleRules {
  /** By `pathOf` joined with `/`; null: there is none. */
  departments: ReadonlyMap<string, string | null>;
  utcOffset: number;
  now: Date;
}

/** The account that a row means, with everything that is wrong with it, in the order of the columns. */
export function judgeRow(texts: Texts, { departments, utcOffset, now, ...rules }: Judging): { person: SheetPerson; problems: Problem[] } {
  const problems: Problem[] = [];
  const check = (column: Column, code: FailureCode | null | undefined): void => void (code && problems.push({ column, code }));
  const roleIds = rolesNamed(texts.roles, rules);
  const expires = texts.expires === '' ? null : momentOf(texts.expires, utcOffset);
  const person: SheetPerson = {
    accountName: texts.accountName,
    realName: texts.realName,
    userName: texts.userName || null,
    departmentId: texts.department === '' ? null : (departments.get(pathOf(texts.department).join('/')) ?? null),
    roleIds: Array.isArray(roleIds) ? roleIds : [],
    phone: texts.phone,
    email: texts.email,
    expiresAt: expires?.toISOString() ?? null,
    quotaBytes: texts.storage === '' ? null : bytesOf(texts.storage, 'storage'),
    speedLimit: texts.speed === '' ? null : bytesOf(texts.speed, 'speed'),
  };
  const faults = faultsOf(person, now);
  check('accountName', accountNameFault(person.accountName));
  check('realName', faults.realName);
  check('userName', faults.userName);
  if (texts.department !== '') check('department', person.departmentId === null ? 'DEPARTMENT_NOT_FOUND' : null);
  if (!Array.isArray(roleIds)) problems.push({ column: 'roles', ...roleIds });
  check('phone', faults.phone);
  check('email', faults.email);
  check('expires', texts.expires !== '' && expires === null ? 'IMPORT_DATE_WRONG' : faults.expiresAt);
  check('storage', texts.storage !== '' && person.quotaBytes === null ? 'IMPORT_STORAGE_WRONG' : null);
  check('speed', texts.speed !== '' && !person.speedLimit ? 'IMPORT_SPEED_WRONG' : null);
  return { person, problems };
}

const faultsOf = ({ userName, ...fields }: SheetPerson, now: Date): ReturnType<typeof accountFaults> =>
  accountFaults({ ...fields, userName: userName ?? undefined }, now);

/** What became wrong with a checked person before it was imported. `departments`: those that exist. Null: nothing. */
export function faultSince(
  person: SheetPerson,
  { departments, now, ...rules }: RoleRules & { departments: ReadonlySet<string>; now: Date },
): Problem | null {
  if (person.departmentId !== null && !departments.has(person.departmentId)) return { column: 'department', code: 'DEPARTMENT_NOT_FOUND' };
  const roles = roleFault(person.roleIds, rules);
  if (roles) return { column: 'roles', ...roles };
  const { expiresAt } = faultsOf(person, now);
  return expiresAt && { column: 'expires', code: expiresAt };
}
