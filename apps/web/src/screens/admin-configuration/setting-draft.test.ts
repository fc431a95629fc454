import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceConfigCodes, serviceConfigOf, type ServiceConfigCode } from '@alcove/contract';
import { draftOf, valueOf } from './setting-draft.ts';
import { settingKinds } from './setting-kinds.ts';

const codes = Object.keys(serviceConfigCodes) as ServiceConfigCode[];
const through = (code: ServiceConfigCode, value: unknown): unknown => {
  const { field } = settingKinds[code];
  return valueOf(field, draftOf(field, value));
};

test('whatever a code may be passes through its form unchanged', () => {
  const { config } = serviceConfigOf([]);
  const client = { version: '1.2.0', address: 'https://example.com/a.exe' };
  const given: [ServiceConfigCode, unknown][] = [
    ...codes.map((code): [ServiceConfigCode, unknown] => [code, config[code]]),
    ['defaultQuotaBytes', 0],
    ['defaultQuotaBytes', 5_000_000_001],
    ['defaultSpeedLimit', 1],
    ['testHosts', ['a.example.com', 'b.example.com']],
    ['clientDownload', { macos: client }],
    ['pluginInfo', { revision: '2.0', systems: [{ system: 'linux', ...client }], testHosts: ['t.example.com'] }],
  ];
  for (const [code, value] of given) assert.deepEqual(through(code, value), value, code);
});

test('a missing number is no value, no limit is null, and hosts may be written in a line', () => {
  const field = settingKinds.defaultSpeedLimit.field;
  assert.equal(valueOf(field, { kind: 'number', limited: true, number: '' }), undefined);
  assert.equal(valueOf(field, { kind: 'number', limited: true, number: 1.5 }), 1_572_864);
  assert.equal(valueOf(field, { kind: 'number', limited: false, number: 3 }), null);
  assert.deepEqual(valueOf({ kind: 'hosts' }, { kind: 'hosts', text: ' a.com，b.com\n\n' }), ['a.com', 'b.com']);
});
