import type { Kysely } from 'kysely';
import type { Collaborator, Language, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { wholeSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { exportBounds } from './list-bounds.ts';
import { columns, head, pathText } from './list-columns.ts';
import { shareDetail } from './share-detail.ts';
import { roleWord } from './sharing-rules.ts';

const words = {
  'zh-CN': {
    sheet: '成员',
    users: (name: string) => `共享成员_${name}.xlsx`,
    template: '共享成员导入模板.xlsx',
    person: '人员',
    department: '部门',
    never: '长期',
  },
  'en-US': {
    sheet: 'Members',
    users: (name: string) => `Shared with_${name}.xlsx`,
    template: 'Members to share with.xlsx',
    person: 'Person',
    department: 'Department',
    never: 'Never',
  },
} as const satisfies Record<Language, object>;

/** The recipients of a share as an Excel file, or an empty template for an import. Throws what `openShare` throws. */
export async function downloadUsers(
  database: Kysely<Tables>,
  input: RequestOf<typeof calls.innerSharing.downloadUsers>,
  context: UserContext,
): Promise<Attachment> {
  const detail = await shareDetail(database, input, context);
  const { language } = context;
  const text = words[language];
  if (input.template !== undefined) {
    const example = ['', '', '', roleWord('viewOnly', language)];
    const rows = [columns.map((column) => head(column, language)), example];
    return attachment(text.template, text.sheet, rows);
  }
  const heads = (['account', 'name', 'department', 'role', 'kind', 'end'] as const).map((column) => head(column, language));
  const rows = detail.users.map((one) => rowOf(one, language));
  return attachment(text.users(detail.instanceName), text.sheet, [heads, ...rows]);
}

const attachment = (fileName: string, name: string, rows: readonly Row[]): Promise<Attachment> =>
  wholeSheet(fileName, { name, rows: [rows] }, exportBounds);

const rowOf = ({ kind, name, accountName, path, role, expireTime }: Collaborator, language: Language): string[] => [
  accountName,
  name,
  pathText(path),
  roleWord(role, language),
  words[language][kind],
  expireTime === null ? words[language].never : expireTime.slice(0, 16).replace('T', ' ') + ' UTC',
];
