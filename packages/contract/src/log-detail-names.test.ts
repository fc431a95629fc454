import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { detailField, detailNames, kindNames } from './log-detail-names.ts';
import type { DetailField, DetailValue } from './log-detail-names.ts';
import { actionNames } from './action-names.ts';
import {
  adminItems,
  allCalls,
  fileRoles,
  groupLevels,
  languages,
  permissionItems,
  privilegeRoles,
  sensitivities,
  shareLevels,
} from './index.ts';
import type { Call } from './index.ts';

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

const schemasOf = ({ request }: Call): Record<string, Schema> =>
  (z.toJSONSchema(request, { unrepresentable: 'any', io: 'output' }) as Schema).properties ?? {};

/** Each field that the contract names for the log, with the schema of its values. */
const given = allCalls.flatMap((call) =>
  call.log === 'none' ? [] : (call.log.details ?? []).map((name) => [call.name, name, schemasOf(call)[name]!] as const),
);

test('every field that the contract names for the log has a name', () => {
  assert.deepEqual(
    given.filter(([action, name]) => !detailField(action, name)).map(([action, name]) => `${action} ${name}`),
    [],
  );
});

/** What the server adds to entries: which kinds of names these are, its compiler checks. */
const added = [
  ...['before', 'taskId', 'objects', 'parentId', 'linkId', 'visitId'], // of any call
  ...['frozen', 'leader', 'protected', 'value'], // what a change replaced or left
  ...['successors', 'part', 'id', 'counts', 'successorId', 'outcome'], // of an offboarding
  ...['reason', 'versions'], // of jobs
  'place', // of a move of the files or the database
  'told', // of a look into a file
  ...['region', 'factor'], // of a sign-in
];

test('no name is left of a field that is gone', () => {
  const known = new Set<string>([...given.map(([, name]) => name), ...added]);
  assert.deepEqual(
    detailNames.filter((name) => !known.has(name)),
    [],
  );
});

const levels: readonly string[] = [...fileRoles, ...Object.keys({ ...groupLevels, ...privilegeRoles, ...shareLevels })];
const within = (schema: Schema, all: readonly string[]): boolean => schema.enum?.every((one) => all.includes(one)) ?? false;
/** Numbers and truths of a query are texts. */
const flags: readonly unknown[] = ['0', '1', true];
const isNumber = ({ type }: Schema): boolean => [type].flat().some((one) => one === 'number' || one === 'integer');

/** What a value that fits the schema needs to be shown as the kind says. */
function fits(value: DetailValue, schema: Schema, action: string): boolean {
  if (schema.anyOf) return schema.anyOf.every((one) => one.type === 'null' || one.const === '' || fits(value, one, action));
  switch (value.kind) {
    case 'text':
      return Object.keys(schema).length === 0 || schema.type === 'string';
    case 'time':
      return schema.format === 'date-time';
    case 'boolean':
      return schema.type === 'boolean' || [schema.enum ?? schema.const].flat().every((one) => flags.includes(one));
    case 'bytes':
    case 'bytesPerSecond':
    case 'count':
    case 'number':
      return isNumber(schema);
    case 'level':
      return within(schema, levels);
    case 'sensitivity':
      return within(schema, sensitivities);
    case 'permissionItem':
      return within(schema, permissionItems);
    case 'adminItem':
      return within(schema, adminItems);
    case 'id':
      return schema.format === 'uuid';
    case 'choice':
      return within(schema, Object.keys(value.names));
    case 'member':
      return schema.properties?.kind !== undefined && schema.properties.id !== undefined;
    case 'list':
      return schema.items !== undefined && fits(value.of, schema.items, action);
    case 'fields':
      return fieldsFit((name) => value.of[name], schema, action);
    case 'details':
      return fieldsFit((name) => detailField(action, name), schema, action);
    default:
      return true;
  }
}

const fieldsFit = (fieldOf: (name: string) => DetailField | undefined, { properties }: Schema, action: string): boolean =>
  properties !== undefined &&
  Object.entries(properties).every(([name, schema]) => {
    const field = fieldOf(name);
    return field !== undefined && fits(field.value, schema, action);
  });

test('every value that the contract allows can be shown as its field says', () => {
  assert.deepEqual(
    given
      .filter(([action, name, schema]) => !fits(detailField(action, name)!.value, schema, action))
      .map(([action, name]) => `${action} ${name}`),
    [],
  );
});

test('an empty value is shown as what it means', () => {
  const nullable = ({ type, anyOf = [] }: Schema): boolean => [type].flat().includes('null') || anyOf.some(nullable);
  assert.deepEqual(
    given
      .filter(([action, name, schema]) => nullable(schema) && !detailField(action, name)!.none)
      .map(([action, name]) => `${action} ${name}`),
    [],
  );
});

test('the successors of an offboarding are shown as they are chosen', () => {
  const offboard = allCalls.find(({ name }) => name === 'adminUser.offboard')!;
  assert.ok(fits(detailField(offboard.name, 'successors')!.value, schemasOf(offboard).successors!, offboard.name));
});

test('a field means the same everywhere, except where an action says otherwise', () => {
  const [folder, department] = ['instance.upload', 'adminDepartment.move'].map((action) => detailField(action, 'parentId')!.value);
  assert.deepEqual(
    [folder, department],
    [
      { kind: 'id', of: 'item' },
      { kind: 'id', of: 'department' },
    ],
  );
  assert.equal(detailField('instance.upload', 'toString'), undefined);
  assert.equal(detailField('instance.upload', 'gone'), undefined);
});

const textsOf = (value: DetailValue): readonly Readonly<Record<string, string>>[] => {
  if (value.kind === 'choice') return Object.values(value.names);
  if (value.kind === 'list') return textsOf(value.of);
  return value.kind === 'fields' ? Object.values(value.of).flatMap(allTexts) : [];
};
const allTexts = ({ names, value, none }: DetailField): readonly Readonly<Record<string, string>>[] => [
  names,
  ...(none ? [none] : []),
  ...textsOf(value),
];

test('names are written as the texts of the pages are', () => {
  const fields = Object.keys(actionNames).flatMap((action) => detailNames.map((name) => detailField(action, name)!));
  for (const names of [...Object.values(kindNames), ...new Set(fields.flatMap(allTexts))]) {
    assert.deepEqual(Object.keys(names), languages);
    assert.match(names['zh-CN']!, /^(\d \p{Script=Han}|\p{Script=Han})[\p{Script=Han}，、]*$/u);
    assert.match(names['en-US']!, /^[A-Z0-9][A-Za-z’ ,-]+$/);
  }
});
