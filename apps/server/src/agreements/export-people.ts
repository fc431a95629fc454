import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { AccountStatus, Language, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { exportBounds, localStamp, sheetAttachment } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { peopleInOrder } from './people-queries.ts';
import type { ExportedAfter, ExportedRow } from './people-queries.ts';

interface Words {
  file: string;
  sheet: string;
  heads: string[];
  status: Record<AccountStatus, string>;
}
const words: Record<Language, Words> = {
  'zh-CN': {
    file: '协议同意记录.xlsx',
    sheet: '同意记录',
    heads: ['账号', '姓名', '部门', '状态', '同意时间', '用户服务协议版本', '隐私政策版本', '使用约定版本'],
    status: { active: '正常', frozen: '已冻结', expired: '已到期', left: '已离职' },
  },
  'en-US': {
    file: 'Acceptance of agreements.xlsx',
    sheet: 'Acceptance',
    heads: [
      'Account',
      'Full name',
      'Department',
      'Status',
      'Accepted',
      'User service agreement version',
      'Privacy policy version',
      'Usage agreement version',
    ],
    status: { active: 'Active', frozen: 'Suspended', expired: 'Expired', left: 'Left' },
  },
};

const batchRows = 1000;
const bounds = exportBounds(limits.agreementRows, words['zh-CN'].heads);

/** Who accepted which versions and when, also those who are frozen or have left. Throws what `sheetAttachment` throws. */
export async function exportPeople(
  database: Kysely<Tables>,
  { utcOffset }: RequestOf<typeof calls.adminAgreement.exportPeople>,
  { language }: UserContext,
): Promise<Attachment> {
  const { file, sheet } = words[language];
  return sheetAttachment(file, { name: sheet, rows: rowsOf(database, language, utcOffset) }, bounds);
}

async function* rowsOf(database: Kysely<Tables>, language: Language, utcOffset: number): AsyncGenerator<Row[]> {
  yield [words[language].heads];
  let last: ExportedAfter | null = null;
  for (;;) {
    const people: Awaited<ReturnType<typeof peopleInOrder>> = await peopleInOrder(database, last, batchRows);
    yield people.map((person) => rowOf(person, language, utcOffset));
    const end = people.at(-1);
    if (!end || people.length < batchRows) return;
    last = { accountName: end.fullAccountName, edition: end.edition };
  }
}

const rowOf = (person: ExportedRow, language: Language, utcOffset: number): Row => [
  person.accountName,
  person.realName,
  person.departmentName,
  words[language].status[person.status],
  person.time === null ? '' : localStamp(person.time, utcOffset).slice(0, 19),
  ...(['serviceAgreement', 'privacyPolicy', 'usageRules'] as const).map((document) => String(person.numbers?.[document] ?? '')),
];
