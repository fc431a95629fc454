import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { checkLog } from './check-log.ts';
import { checkRows } from './check-rows.ts';
import { Findings } from './findings.ts';
import type { Finding } from './findings.ts';

/** Checks the rows and the audit log, without the store. Returns the findings; empty if all is well. */
export async function checkData(database: Kysely<Tables>): Promise<Finding[]> {
  const findings = new Findings();
  await checkRows({ database, findings });
  await checkLog({ database, findings });
  return findings.list();
}
