import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, limits } from '@alcove/contract';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { createDepartment } from './index.ts';

const { page, setManagers, setQuota } = calls.adminDepartment;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const departmentOf = (name: string, parentId: string | null): Promise<string> => createDepartment(company.database, { name, parentId });
const inDepartment = async (departmentId: string): Promise<Person> => {
  const person = await company.person();
  await admin.call(calls.adminUser.update, { userId: person.userId, departmentId });
  return person;
};
const rootOf = async (person: Person, departmentId: string): Promise<string> =>
  (await person.call(calls.department.querySpaces, {})).find((space) => space.departmentId === departmentId)!.rootId;
const below = async (parentId: string | null, keyword?: string) =>
  (await admin.call(page, { parentId, ...(keyword !== undefined && { keyword }) })).items;

test('a level of the tree tells what is in each department and below it, and a search tells where each is', async () => {
  const company1 = await departmentOf('远岫集团', null);
  const products = await departmentOf('产品中心', company1);
  const platform = await departmentOf('平台组', products);
  const [lead, member, frozen] = [await inDepartment(products), await inDepartment(platform), await inDepartment(platform)];
  await admin.call(calls.adminUser.freeze, { userIds: [frozen.userId] });
  await admin.call(setManagers, { departmentId: products, userIds: [lead.userId] });
  await admin.call(setManagers, { departmentId: platform, userIds: [member.userId] });
  await admin.call(setQuota, { departmentId: platform, quotaBytes: 1_000_000 });
  await lead.uploads('12345', 'own.txt', await rootOf(lead, products));
  await member.uploads('1234567', 'below.txt', await rootOf(member, platform));

  const [top] = (await below(null)).filter(({ departmentId }) => departmentId === company1);
  assert.deepEqual(
    [top!.people, top!.usedBytes, top!.departments, top!.managers, top!.quotaBytes],
    [{ own: 0, withBelow: 3 }, { own: 0, withBelow: 12 }, 1, [], null],
  );
  assert.deepEqual(await below(company1), [
    {
      departmentId: products,
      parentId: company1,
      name: '产品中心',
      path: ['远岫集团'],
      description: '',
      people: { own: 1, withBelow: 3 },
      departments: 1,
      managers: [{ userId: lead.userId, name: `Name of ${lead.accountName}` }],
      quotaBytes: null,
      usedBytes: { own: 5, withBelow: 12 },
      defaultLevel: 'defaultRole',
    },
  ]);
  const found = await below(null, 'ptz');
  assert.deepEqual(found.map(({ departmentId, path, quotaBytes }) => [departmentId, path, quotaBytes]), [[platform, ['远岫集团', '产品中心'], 1_000_000]]); // prettier-ignore
  assert.deepEqual(await below(platform, 'ptz'), []);
  await assert.rejects(below(lead.userId), refused('DEPARTMENT_NOT_FOUND'));
});

test('of too many departments on a level the first are listed, and the number says how many there are', async () => {
  const parentId = await departmentOf('many', null);
  const names = Array.from({ length: limits.subDepartments + 2 }, (_, n) => `d_${n}`);
  await company.database.transaction().execute(async (transaction) => {
    for (const name of names) await createDepartment(transaction, { name, parentId });
  });
  const { total, items } = await admin.call(page, { parentId });
  assert.equal(total, names.length);
  assert.deepEqual(
    items.map(({ name }) => name),
    names.slice(0, limits.subDepartments),
  );
});
