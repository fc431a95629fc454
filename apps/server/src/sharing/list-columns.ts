import { normalised } from '@alcove/contract';
import type { Language } from '@alcove/contract';

/** The columns of Excel lists. An import recognizes its columns by their headers, in either language and any order. */
export const columns = ['account', 'name', 'department', 'role'] as const;
export type ListColumn = (typeof columns)[number];

const heads: Record<ListColumn | 'kind' | 'end', Record<Language, string>> = {
  account: { 'zh-CN': '账号', 'en-US': 'Username' },
  name: { 'zh-CN': '姓名', 'en-US': 'Name' },
  department: { 'zh-CN': '部门', 'en-US': 'Department' },
  role: { 'zh-CN': '权限', 'en-US': 'Access level' },
  kind: { 'zh-CN': '类型', 'en-US': 'Type' },
  end: { 'zh-CN': '截止时间', 'en-US': 'Expires' },
};
export const head = (column: keyof typeof heads, language: Language): string => heads[column][language];

const also: Record<ListColumn, readonly string[]> = {
  account: ['帐号', '账户', '用户名', 'user name', 'account', 'account name'],
  name: ['名字', 'real name', 'full name'],
  department: ['所属部门', '部门路径'],
  role: ['角色', 'role', 'permission', 'permission role'],
};

const folded = (text: string): string => normalised(text, 'NFKC').trim().toLowerCase();

/** The index of each column. Null if the header has neither accounts nor names. */
export function placesOf(row: readonly string[]): Partial<Record<ListColumn, number>> | null {
  const texts = row.map(folded);
  const places: Partial<Record<ListColumn, number>> = {};
  for (const column of columns) {
    const at = texts.findIndex((text) => [...Object.values(heads[column]), ...also[column]].map(folded).includes(text));
    if (at >= 0) places[column] = at;
  }
  return places.account === undefined && places.name === undefined ? null : places;
}

export const pathText = (path: readonly string[]): string => path.join(' / ');

/** The departments that a text may mean: by name, or by the end of the path with any separators. */
export function departmentsMeant(written: string): (path: readonly string[]) => boolean {
  const steps = written
    .split(/[/\\>＞]/)
    .map(folded)
    .filter(Boolean);
  return (path) =>
    steps.length > 0 &&
    steps.length <= path.length &&
    steps.every((step, index) => step === folded(path[path.length - steps.length + index]!));
}
