import { normalised } from '@alcove/contract';
import type { BuiltInRole, Language } from '@alcove/contract';
import { Failure } from '../http/index.ts';

/** The columns of an imported sheet, recognized by their headers, in either language and any order. Other columns are ignored. */
export const columns = [
  'accountName',
  'realName',
  'userName',
  'department',
  'roles',
  'phone',
  'email',
  'expires',
  'storage',
  'speed',
] as const;
export type Column = (typeof columns)[number];

const heads: Record<Column | 'status' | 'created' | 'secret', Record<Language, string>> = {
  accountName: { 'zh-CN': '账号', 'en-US': 'Account name' },
  realName: { 'zh-CN': '姓名', 'en-US': 'Full name' },
  userName: { 'zh-CN': '显示名', 'en-US': 'Display name' },
  department: { 'zh-CN': '部门', 'en-US': 'Department' },
  roles: { 'zh-CN': '角色', 'en-US': 'Roles' },
  phone: { 'zh-CN': '手机', 'en-US': 'Phone' },
  email: { 'zh-CN': '邮箱', 'en-US': 'Email' },
  expires: { 'zh-CN': '有效期', 'en-US': 'Valid until' },
  storage: { 'zh-CN': '空间配额（GB）', 'en-US': 'Storage (GB)' },
  speed: { 'zh-CN': '下载限速（MB/s）', 'en-US': 'Download speed (MB/s)' },
  status: { 'zh-CN': '状态', 'en-US': 'Status' },
  created: { 'zh-CN': '加入时间', 'en-US': 'Joined' },
  secret: { 'zh-CN': '一次性密码', 'en-US': 'One-time password' },
};
export const head = (column: keyof typeof heads, language: Language): string => heads[column][language];

const also: Partial<Record<Column, readonly string[]>> = {
  accountName: ['帐号', '账户', 'account'],
  realName: ['名字', 'name', 'real name'],
  department: ['部门路径', 'department path'],
  roles: ['role'],
  phone: ['手机号', '电话', 'phone number', 'mobile'],
  email: ['电子邮箱', '邮件', 'e-mail', 'email address'],
  expires: ['账号有效期', '到期时间', 'validity', 'expires'],
};

const folded = (text: string): string => normalised(text, 'NFKC').trim().toLowerCase();
const names = Object.fromEntries(
  columns.flatMap((column) => [...Object.values(heads[column]), ...(also[column] ?? [])].map((name) => [folded(name), column])),
) as Record<string, Column | undefined>;

/** The index of each column that a sheet has. */
export type Places = Partial<Record<Column, number>>;

/** Throws IMPORT_COLUMN_TWICE, and IMPORT_COLUMN_MISSING for a sheet without account names or full names. */
export function placesOf(row: readonly string[], language: Language): Places {
  const places: Places = {};
  for (const [index, text] of row.entries()) {
    const column = Object.hasOwn(names, folded(text)) ? names[folded(text)] : undefined;
    if (column === undefined) continue;
    if (places[column] !== undefined) throw new Failure('IMPORT_COLUMN_TWICE', { column: head(column, language) });
    places[column] = index;
  }
  for (const column of ['accountName', 'realName'] as const)
    if (places[column] === undefined) throw new Failure('IMPORT_COLUMN_MISSING', { column: head(column, language) });
  return places;
}

/** As in Excel: the first is A, the 27th AA. */
export function cellName(index: number, row: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row}`;
}

export const builtInNames: Record<BuiltInRole, Record<Language, string>> = {
  administrator: { 'zh-CN': '系统管理员', 'en-US': 'Administrator' },
  employee: { 'zh-CN': '普通员工', 'en-US': 'Employee' },
  employeeSharing: { 'zh-CN': '可对外分享的员工', 'en-US': 'Employee with external sharing' },
};

export const statusNames = {
  active: { 'zh-CN': '正常', 'en-US': 'Active' },
  frozen: { 'zh-CN': '已冻结', 'en-US': 'Suspended' },
  expired: { 'zh-CN': '已过期', 'en-US': 'Expired' },
  left: { 'zh-CN': '已离职', 'en-US': 'Left' },
} as const satisfies Record<string, Record<Language, string>>;
