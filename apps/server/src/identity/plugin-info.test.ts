import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { ServiceConfig } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

async function configured(value: unknown): Promise<unknown> {
  await company.configures('pluginInfo', value as ServiceConfig['pluginInfo'] | undefined);
  return company.visitor().call(calls.user.pluginInfo, {});
}
const windows = { system: 'windows', version: '1.2', address: 'https://drive.example/client.exe' };
const nothing = { revision: '0.0.0.0', systems: [], testHosts: [] };

test('the plug-in that the configuration names is offered, nothing where it names none', async () => {
  assert.deepEqual(await configured(undefined), nothing);
  const full = {
    revision: '1.0.0.7',
    systems: [windows, { system: 'linux', version: '2', address: '/client.deb' }],
    testHosts: ['t.example'],
  };
  assert.deepEqual(await configured(full), full);
  assert.deepEqual(await configured({ revision: '3', systems: [] }), { ...nothing, revision: '3' });
});

test('the client of a system under its own code comes before the one beside the revision, and both name test sites', async () => {
  const linux = { version: '3', address: 'https://drive.example/client.deb' };
  await company.configures('clientDownload', { linux });
  await company.configures('testHosts', ['u.example']);
  const info = { revision: '2.1', systems: [windows, { system: 'linux', version: '2', address: '/old.deb' }], testHosts: ['t.example'] };
  assert.deepEqual(await configured(info), {
    revision: '2.1',
    systems: [{ system: 'linux', ...linux }, windows],
    testHosts: ['t.example', 'u.example'],
  });
  await company.configures('clientDownload', undefined);
  await company.configures('testHosts', undefined);
});

for (const [what, value] of [
  ['text', 'no object'],
  ['null', null],
  ['a list', []],
  ['no revision', { systems: [windows] }],
  ['a revision in words', { revision: 'one.two', systems: [] }],
  ['a field that nobody knows', { revision: '1.0', systems: [], more: 1 }],
  ['a system that nobody knows', { revision: '1.0', systems: [{ ...windows, system: 'beos' }] }],
  ['an address that runs script', { revision: '1.0', systems: [{ ...windows, address: 'javascript:alert(1)' }] }],
  ['an address of a file', { revision: '1.0', systems: [{ ...windows, address: 'file:///c:/client.exe' }] }],
  ['an address of another site without its protocol', { revision: '1.0', systems: [{ ...windows, address: '//evil.example/x' }] }],
] as const)
  test(`${what} in the configuration offers nothing`, async () => {
    assert.deepEqual(await configured(value), nothing);
  });
