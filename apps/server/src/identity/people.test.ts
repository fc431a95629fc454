import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { FailureCode } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import { Failure } from '../http/index.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { createPerson, ensureAdministrator, hashPassword } from './index.ts';
import type { NewPerson } from './people.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const hire = (person: Partial<NewPerson>) =>
  company.database
    .transaction()
    .execute((transaction) =>
      createPerson(transaction, { accountName: 'wanglei', realName: '王磊', passwordHash: null, quotaBytes: null, ...person }),
    );

test('nobody is made with a name that the rules refuse, or less room than none, and nothing of them stays', async () => {
  const wrong: [Partial<NewPerson>, FailureCode][] = [
    [{ accountName: 'wang lei' }, 'ACCOUNT_NAME_WRONG'],
    [{ accountName: '王磊' }, 'ACCOUNT_NAME_WRONG'],
    [{ accountName: '' }, 'ACCOUNT_NAME_WRONG'],
    [{ userName: 'four' }, 'USER_NAME_WRONG'],
    [{ userName: 'x'.repeat(121) }, 'USER_NAME_WRONG'],
    [{ realName: ' ' }, 'FULL_NAME_WRONG'],
    [{ realName: '王\u202e磊' }, 'FULL_NAME_WRONG'],
    [{ quotaBytes: -1 }, 'CAPACITY_WRONG'],
    [{ accountName: 'ADMIN' }, 'ACCOUNT_NAME_TAKEN'],
  ];
  const counts = async () => {
    const count = async (table: 'user_account' | 'space') => (await company.database.selectFrom(table).select('id').execute()).length;
    return [await count('user_account'), await count('space')];
  };
  const before = await counts();
  for (const [person, code] of wrong)
    await assert.rejects(hire(person), (error) => error instanceof Failure && error.code === code, JSON.stringify(person));
  assert.deepEqual(await counts(), before);
});

test('who has three names is told all three; who was given no user name goes by the account', async () => {
  const passwordHash = await hashPassword(adminPassword);
  await hire({ accountName: 'emma_clark', userName: 'Emma of Design', realName: 'Emma Clark', passwordHash });
  await hire({ accountName: 'liu', realName: '刘洋', passwordHash });
  const names = async (username: string) => {
    const visitor = company.visitor();
    await visitor.call(calls.user.signIn, { username, password: adminPassword });
    const { accountName, userName, userRealName } = await visitor.call(calls.user.currentUser, {});
    return [accountName, userName, userRealName];
  };
  assert.deepEqual(await names('emma_clark'), ['emma_clark', 'Emma of Design', 'Emma Clark']);
  assert.deepEqual(await names('liu'), ['liu', 'liu', '刘洋']);
});

test('the built-in account has one name that both languages know, whatever the language of the machine', async () => {
  const nameUnder = async (language: string): Promise<string> => {
    const kept = process.env['LC_ALL'];
    const fresh = await openTestDatabase({ poolSize: 1 });
    process.env['LC_ALL'] = language;
    try {
      await ensureAdministrator(fresh.kysely, adminPassword, () => {});
      return (await fresh.kysely.selectFrom('user_account').select('real_name').executeTakeFirstOrThrow()).real_name;
    } finally {
      if (kept === undefined) delete process.env['LC_ALL'];
      else process.env['LC_ALL'] = kept;
      await fresh.stop();
    }
  };
  assert.deepEqual([await nameUnder('en_US.UTF-8'), await nameUnder('zh_CN.UTF-8')], ['Admin', 'Admin']);
});
