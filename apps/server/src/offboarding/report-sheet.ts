import type { Kysely } from 'kysely';
import type { Language, OffboardingCount, OffboardingCounts, OffboardingStep } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { wholeSheet } from '../sheets/index.ts';
import type { Row, SheetBounds } from '../sheets/index.ts';
import { sizeText } from './offboarding-rules.ts';
import { reportOf } from './report.ts';
import { countNames, heads, outcomeNames, partNames, reportName } from './report-texts.ts';

/** A step for each group that the person led, and some more. */
const bounds: SheetBounds = { rows: 20_000, columns: 6, characters: 2000, bytes: 16 * 1024 * 1024 };

/** The report as a sheet in the caller's language. Throws ACCOUNT_NOT_FOUND, OFFBOARD_NOT_FOUND and what `wholeSheet` throws. */
export async function reportSheet(
  database: Kysely<Tables>,
  input: { userId: string },
  { language }: Pick<UserContext, 'language'>,
): Promise<Attachment> {
  const report = await reportOf(database, input, { language });
  if (!report) throw new Failure('OFFBOARD_NOT_FOUND');
  const rows = [[...heads[language]], ...report.steps.map((step) => rowOf(step, language))];
  const name = reportName(report.person.name, language);
  return wholeSheet(`${name}.xlsx`, { name: sheetNameOf(language), rows: [rows] }, bounds);
}

const sheetNameOf = (language: Language): string => (language === 'zh-CN' ? '离职报告' : 'Offboarding');

const rowOf = ({ part, line, counts, successor, outcome, time }: OffboardingStep, language: Language): Row => [
  partNames[part][language],
  line?.name ?? '',
  countsText(counts, language),
  successor?.name ?? '',
  outcomeNames[outcome][language],
  `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`,
];

/** Zeros are left out. */
const countsText = (counts: OffboardingCounts, language: Language): string =>
  (Object.entries(counts) as [OffboardingCount, number][])
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${countNames[name][language]}${language === 'zh-CN' ? '：' : ': '}${name === 'bytes' ? sizeText(n) : n}`)
    .join(language === 'zh-CN' ? '；' : '; ');
