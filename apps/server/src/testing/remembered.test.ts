/**
 * A process remembers for seconds who a caller is, and what they may do. What another process changes of it acts here within a second: each case
 * asks here before, so that the old answer is remembered. Sessions have their own matrix (platforms/what-ends.test.ts), settings and address
 * rules their own tests (configuration, ip-allowlist).
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { calls, everyItem } from '@alcove/contract';
import type { AdminItem } from '@alcove/contract';
import type { Alcove } from '../alcove.ts';
import { openAlcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { adminPassword, openCompany } from './index.ts';
import { Client } from './client.ts';
import type { Company, Person } from './index.ts';

const { adminAgreement, adminRole, agreement, innerSharing, instance, user } = calls;
let company: Company;
let admin: Client;
let second: Alcove;
let secondOrigin: string;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  const config = { ...readConfig(settings), store: company.storeConfig };
  second = await openAlcove(config, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await second.close();
  await company.close();
});

/** The same person at the other process. */
function there(person: Client): Client {
  const client = new Client(secondOrigin);
  for (const [name, value] of person.cookies) client.cookies.set(name, value);
  return client;
}

const slowest = { of: '', ms: 0 };
/** A process remembers for 15 s, so only a signal makes it right within one. */
async function actsThere(what: string, asks: () => Promise<boolean>, change: () => Promise<unknown>): Promise<void> {
  // The second answer comes from what the first one left behind.
  for (let times = 0; times < 2; times += 1) assert.equal(await asks(), false, `${what}: not before`);
  await change();
  const began = performance.now();
  while (!(await asks())) {
    assert.ok(performance.now() - began < 1000, `${what}: not within a second`);
    await sleep(5);
  }
  const ms = performance.now() - began;
  if (ms > slowest.ms) Object.assign(slowest, { of: what, ms });
}

async function administrator(items: readonly AdminItem[]): Promise<{ person: Person; roleId: string; name: string }> {
  const person = await company.person();
  const name = `role of ${person.accountName}`;
  const { roleId } = await admin.call(adminRole.create, { name, type: 'ordinary', adminItems: [...items], fileItems: [...everyItem] });
  await admin.call(adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  return { person, roleId, name };
}

test('what one process changes of roles, agreements and shares, the other acts on within a second', async (context) => {
  const { person, roleId, name } = await administrator(['roles.view']);
  const [elsewhere, refusedHere] = [there(person), async () => (await elsewhere.ask(adminRole.page, {})).errcode !== 0];
  const role = { roleId, name, type: 'ordinary' as const, fileItems: [...everyItem] };
  await actsThere('an item taken out of a role', refusedHere, () => admin.call(adminRole.update, { ...role, adminItems: ['logs.view'] }));
  await actsThere(
    'an item put into a role',
    async () => !(await refusedHere()),
    () => admin.call(adminRole.update, { ...role, adminItems: ['roles.view'] }),
  );
  const plain = (await admin.call(adminRole.page, {})).items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await actsThere('a role taken from somebody', refusedHere, () =>
    admin.call(adminRole.assign, { userIds: [person.userId], roleIds: [plain] }),
  );

  const [giver, receiver] = [await company.person(), await company.person()];
  const folder = await giver.folder('plans');
  const [shared] = await giver.call(innerSharing.create, {
    instanceIds: [folder.instanceId],
    members: [{ kind: 'person', id: receiver.userId, role: 'viewOnly' }],
  });
  assert.ok(shared?.done);
  const readsThere = there(receiver);
  await actsThere(
    'a share that ended',
    async () => (await readsThere.ask(instance.page, { parentId: folder.instanceId })).errcode !== 0,
    () => giver.call(innerSharing.remove, { instanceId: folder.instanceId }),
  );

  const staff = await company.person();
  const worksThere = there(staff);
  const { revision } = await admin.call(adminAgreement.saveDraft, {
    document: 'usageRules',
    text: { 'zh-CN': '新约定', 'en-US': 'New rules' },
    note: { 'zh-CN': '改动', 'en-US': 'Change' },
    seen: null,
  });
  const isHeldBack = async () => (await worksThere.ask(instance.page, { parentId: staff.rootId })).errcode !== 0;
  await actsThere('a new agreement', isHeldBack, () =>
    admin.call(adminAgreement.publish, { document: 'usageRules', seen: revision, asks: true }),
  );
  const { edition } = await staff.call(agreement.list, {});
  await actsThere(
    'an agreement acknowledged',
    async () => !(await isHeldBack()),
    () => staff.call(user.acknowledgeAgreement, { edition }),
  );
  context.diagnostic(`the slowest: ${slowest.of}, ${slowest.ms.toFixed(0)} ms`);
});
