import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openTestDatabase } from './database/testing.ts';
import { logOptions, sentences } from './log.ts';

test('what PostgreSQL tells of a row, such as the name of a file, is not logged', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.stop());
  const lines: string[] = [];
  const logger = pino(logOptions('error'), { write: (line: string) => void lines.push(line) });
  await sql`create table named (name text unique)`.execute(database.kysely);
  const insert = () => sql`insert into named values ('severance plan.docx')`.execute(database.kysely);
  await insert();
  await assert.rejects(insert(), (error: Error) => {
    assert.match(JSON.stringify(error), /severance/, 'the error itself carries it');
    logger.error({ err: error }, 'request failed');
    logger.error(error);
    return true;
  });
  assert.equal(lines.length, 2);
  for (const line of lines) assert.ok(line.includes('named_name_key') && line.includes('stack') && !line.includes('severance'), line);
});

test('a person at a terminal reads sentences: no JSON, and nothing that is no trouble', () => {
  let said = '';
  const logger = pino(logOptions('info'), sentences({ write: (text) => (said += text) }));
  logger.info({ req: { url: '/' } }, 'answered');
  logger.warn({ err: new Error('the disk is full') }, 'a picture was not kept');
  assert.match(said, /^\d\d:\d\d:\d\d a picture was not kept: the disk is full\n$/);
});
