import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { calls } from '@alcove/contract';
import { openTestDatabase } from './database/testing.ts';
import { logOptions, sentences } from './log.ts';
import { openCompany } from './testing/index.ts';

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

test('what opens a link is logged nowhere: neither its path, nor its password, nor the token of a visit', async (t) => {
  const company = await openCompany({ logLevel: 'trace' });
  t.after(() => company.close());
  const owner = await company.person();
  const { instanceId } = await owner.uploads('text', 'plan.txt');
  const { linkPath } = await owner.call(calls.link.createOrUpdate, {
    instanceIds: [instanceId],
    permissions: ['download'],
    password: 'pass-4711',
  });
  const visitor = company.visitor();
  const open = (fields: { password?: string }, headers = {}) => visitor.call(calls.link.checkPassword, { linkPath, ...fields }, headers);
  await assert.rejects(open({ password: 'wrong-4712' }));
  await assert.rejects(open({}, { 'x-link-password': 'wrong-4713' }));
  const tokens = [await open({ password: 'pass-4711' }), await open({}, { 'x-link-password': 'pass-4711' })].map((one) => one.shareToken);
  for (const token of tokens) await visitor.call(calls.link.queryAttribute, { linkPath }, { 'x-share-token': token });
  const logged = company.troubles.join('');
  assert.match(logged, /checkPassword/, 'the calls were logged');
  for (const secret of [...tokens, linkPath, 'pass-4711', 'wrong-4712', 'wrong-4713', 'plan']) assert.ok(!logged.includes(secret), secret);
});

test('a request that is logged whole shows no header and no query', () => {
  const lines: string[] = [];
  const logger = pino(logOptions('info'), { write: (line: string) => void lines.push(line) });
  const headers = {
    cookie: 'secret1',
    authorization: 'secret2',
    'x-share-token': 'secret3',
    'x-link-password': 'secret4',
    traceid: 'kept',
  };
  logger.info({ req: { method: 'GET', url: '/disk/api/link/checkPassword?password=secret5', headers } }, 'read');
  logger.info({ headers }, 'read');
  logger.info({ answer: { headers } }, 'read');
  assert.match(lines[0]!, /checkPassword/);
  assert.match(lines[1]!, /kept/);
  for (const line of lines) assert.doesNotMatch(line, /secret\d/);
});
