import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { LinkValidity } from '@alcove/contract';
import { companyZone } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';

const lengths: Record<Exclude<LinkValidity, 'employment' | 'custom'>, string> = {
  '3d': '3 days',
  '1w': '7 days',
  '1m': '1 month',
  '3m': '3 months',
};

/**
 * When a link ends that is given this term now: by the database's clock, and with its last day whole. Null: it has no end of its own. Throws
 * LINK_END_PAST, LINK_END_FAR, and LINK_TERM_OVER for more days than the company allows; null: it sets no limit.
 */
export async function endOf(
  database: Kysely<Tables>,
  { validity, expireTime, mostDays }: { validity: LinkValidity; expireTime: string | undefined; mostDays: number | null },
): Promise<Date | null> {
  const end = await endOfTerm(database, validity, expireTime);
  if (mostDays === null) return end;
  const { rows } = await sql<{ over: boolean }>`
    select ${end}::timestamptz is null or ${end}::timestamptz > (date_trunc('day', now() at time zone ${companyZone}) + make_interval(days => ${mostDays + 1})) at time zone ${companyZone} as over`.execute(
    database,
  );
  if (rows[0]!.over) throw new Failure('LINK_TERM_OVER', { field: 'expireTime', days: mostDays });
  return end;
}

async function endOfTerm(database: Kysely<Tables>, validity: LinkValidity, expireTime: string | undefined): Promise<Date | null> {
  if (validity === 'employment') return null;
  if (validity === 'custom') return customEnd(database, expireTime!);
  const { rows } = await sql<{ end: Date }>`
    select ((date_trunc('day', now() at time zone ${companyZone}) + ${lengths[validity]}::interval + interval '1 day') at time zone ${companyZone}) - interval '1 millisecond' as end`.execute(
    database,
  );
  return rows[0]!.end;
}

async function customEnd(database: Kysely<Tables>, expireTime: string): Promise<Date> {
  const { rows } = await sql<{ end: Date; past: boolean; far: boolean }>`
    select given as end, given <= now() as past, given > now() + make_interval(years => ${limits.linkYears}) + interval '1 day' as far
    from (select to_timestamp(${Date.parse(expireTime) / 1000}::float8) as given) as asked`.execute(database);
  const { end, past, far } = rows[0]!;
  if (past) throw new Failure('LINK_END_PAST', { field: 'expireTime' });
  if (far) throw new Failure('LINK_END_FAR', { field: 'expireTime', years: limits.linkYears });
  return end;
}
