/** The sample company: made once, and no screen of it is empty. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { fillSampleCompany } from './index.ts';

const password = 'Sample-of-tests-1';
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = await signInAdmin(company);
  for (let times = 0; times < 2; times += 1)
    await fillSampleCompany(company, { demoPassword: password, defaultQuotaBytes: null }, () => {});
});
after(() => company.close());

async function signIn(username: string): Promise<Client> {
  const client = company.visitor();
  await client.call(calls.user.signIn, { username, password });
  return client;
}

test('its people share, link and delete, once', async () => {
  const wanglei = await signIn('wanglei');
  const shares = async (side: 'initiated' | 'received') => (await wanglei.call(calls.innerSharing.page, { side })).items;
  assert.deepEqual((await shares('initiated')).map(({ instance }) => instance.instanceName).sort(), ['品牌升级 2026', '季度复盘'].sort());
  assert.deepEqual((await shares('received')).map(({ role }) => role).sort(), ['download', 'download', 'edit', 'viewOnly']);
  assert.equal((await wanglei.call(calls.recycle.page, {})).total, 1);
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const links = (await wanglei.call(calls.link.page, {})).items.map(({ state }) => state);
    if (links.every((state) => state === 'valid') && links.length === 2) break;
    assert.ok(Date.now() < end, links.join());
  }
});

test('administrators have a link to review, a rule, and two entries in their bin', async () => {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const { total } = await admin.call(calls.adminLink.page, {});
    if (total === 1) break;
    assert.ok(Date.now() < end, 'a link waits for a reviewer');
  }
  const { rules, version } = await admin.call(calls.adminDlp.page, {});
  assert.deepEqual([rules.length, version], [1, '1']);
  assert.deepEqual((await admin.call(calls.adminRecycle.page, {})).items.map(({ instanceName }) => instanceName).sort(), [
    'deploy-config.prod.yaml',
    '季度复盘',
  ]);
  assert.deepEqual(await checkData(company.database), []);
});
