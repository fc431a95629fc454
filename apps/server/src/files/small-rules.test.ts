import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, categories, failures } from '@alcove/contract';
import { newId } from '../ids.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

test('a link that is named where it means nothing is refused, not ignored; none is none', async () => {
  const file = await person.uploads('x', 'x.txt');
  const tree = { parentId: person.rootId, instanceName: 'tree', instanceId: 'a', children: [{ instanceName: 'b', instanceId: 'c' }] };
  for (const linkPath of ['any', ''] as const) {
    const codes = [
      await person.ask(calls.instance.createFolder, { parentId: person.rootId, instanceName: 'one', linkPath } as never),
      await person.ask(calls.instance.batchCreateFolder, { ...tree, linkPath } as never),
      await person.ask(calls.download.download, { instanceId: file.instanceId, linkPath } as never),
    ].map(({ errcode }) => errcode);
    assert.deepEqual(codes, linkPath === '' ? [0, 0, 0] : Array.from({ length: 3 }, () => failures.BAD_REQUEST.errcode));
  }
});

test('one more than a call takes is told as that', async () => {
  const instanceIds = Array.from({ length: 2001 }, () => newId());
  const reply = await person.ask(calls.instance.remove, { instanceIds });
  assert.equal(reply.errcode, failures.TOO_MANY_ITEMS.errcode);
  assert.match(reply.errmsg, /2000/);
});

test('source code is no film', async () => {
  assert.notEqual((await person.uploads('let x = 1;', 'main.ts')).category, categories.video);
});
