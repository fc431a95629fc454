import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, everyItem } from '@alcove/contract';
import type { AdminItem, ImportCheck, PeopleImportTask, TaskProgress } from '@alcove/contract';
import { read, written } from '../sheets/sheets.test-support.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { importCheck, importRun, importSecrets } = calls.adminUser;

export const heads = ['Account name', 'Full name', 'Display name', 'Department', 'Roles', 'Phone', 'Email', 'Valid until', 'Storage (GB)', 'Download speed (MB/s)']; // prettier-ignore
export type Cells = readonly string[];

/** Rows of people with these account names, and nothing else that could be wrong. */
export const people = (count: number, prefix: string): Cells[] => Array.from({ length: count }, (_, n) => [`${prefix}_${n}`, `欧阳静${n}`]);

export async function sheet(rows: readonly Cells[], kind: 'xlsx' | 'xls' = 'xlsx'): Promise<File> {
  return new File([Buffer.from(await written([heads, ...rows], kind))], `people.${kind}`);
}

export const check = async (client: Client, rows: readonly Cells[]): Promise<ImportCheck> =>
  client.call(importCheck, { file: await sheet(rows) });

export type ImportTask = TaskProgress & PeopleImportTask;
export async function taskOf(client: Client, taskId: string): Promise<ImportTask> {
  const task = (await client.call(calls.task.list, {})).find((one) => one.taskId === taskId);
  assert.ok(task?.kind === 'peopleImport');
  return task;
}

export async function until<Value>(find: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await find();
    if (fits(value)) return value;
    await sleep(10);
  }
}

export const ended = (client: Client, taskId: string): Promise<ImportTask> =>
  until(
    () => taskOf(client, taskId),
    ({ endTime }) => endTime !== null,
  );

/** Checks and imports rows, none of which has an error. */
export async function imports(client: Client, rows: readonly Cells[]): Promise<ImportTask> {
  const { checkId, errors } = await check(client, rows);
  assert.deepEqual(errors, []);
  return ended(client, (await client.call(importRun, { checkId })).taskId);
}

export async function rowsIn(client: Client, method: 'GET' | 'POST', path: string, fields?: object): Promise<Cells[]> {
  const answer = await client.send(
    method,
    path,
    fields && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
  );
  assert.match(answer.headers.get('content-type') ?? '', /spreadsheetml/, await answer.text());
  return read(Buffer.from(await answer.arrayBuffer()));
}

/** The one-time passwords by account name. */
export const secretsOf = async (client: Client, checkId: string): Promise<Map<string, string>> =>
  new Map((await rowsIn(client, 'POST', importSecrets.path, { checkId })).slice(1).map(([account, , secret]) => [account!, secret!]));

let made = 0;
/** A new person whose only role has these administration items. */
export async function officer(company: Company, admin: Client, ...items: AdminItem[]): Promise<Person & { roleId: string }> {
  const person = await company.person();
  const role = { name: `officer ${(made += 1)}`, type: 'ordinary' as const, adminItems: items, fileItems: [...everyItem] };
  const { roleId } = await admin.call(calls.adminRole.create, role);
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  return Object.assign(person, { roleId });
}
