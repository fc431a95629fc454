/** Imports 50,000 people in 2,000 departments, as an administrator does, and exports them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../apps/server/src/database/index.ts';
import { createDepartment } from '../apps/server/src/departments/index.ts';
import { writeSheet } from '../apps/server/src/sheets/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import type { Envelope, ImportCheck, Task } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { elapsedMs, percentile, repeat } from './measure.ts';

const { exportAccounts, importCheck, importRun, importSecrets } = calls.adminUser;
const bounds = { rows: 50_000, columns: 10, characters: 1000, bytes: 64 * 1024 * 1024, ms: 120_000, megabytes: 512 };
/** PostgreSQL tidies up behind an import for about half a minute. */
const settleMs = 30_000;
/** So that the 95th percentile is not the first requests alone, which read the table from disk and plan the statement. */
const asked = 200;
const surnames = [...'王李张刘陈杨黄赵吴周', '欧阳', '诸葛'];
const givenNames = ['伟', '芳', '娜', '静', '强', '磊', '若溪', '明亮', '晓明', '雨桐', '浩然'];

export async function people({ report, quick, client, alcove }: Bench): Promise<void> {
  const count = quick ? 5000 : 50_000;
  const file = await sheetOf(count, await plantDepartments(alcove.databaseUrl(), quick ? 200 : 2000));
  const seconds = async (what: string, work: () => Promise<unknown>, most?: number): Promise<void> => {
    const value = (await elapsedMs(work)) / 1000;
    report.add({
      what: `${what} ${count} people`,
      value,
      unit: 's',
      ...(most !== undefined && { goal: `<= ${most} s`, holds: value <= most }),
    });
  };
  const { headers, port } = client;
  const ask = (method: string, path: string, more: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...more });
  let checkId = '';
  await seconds('check a sheet of', async () => {
    const body = new FormData();
    body.append('file', file);
    const { data, errmsg } = (await (await ask('POST', importCheck.path, { body })).json()) as Envelope<ImportCheck>;
    if (data?.valid !== count) throw new Error(`the check found ${data?.errors[0]?.message ?? errmsg}`);
    ({ checkId } = data);
  });
  await seconds('import', async () => {
    const { taskId } = await client.json<{ taskId: string }>(importRun.path, { checkId });
    for (;;) {
      const task = (await client.query<Task[]>('GET', calls.task.list.path, {})).find((one) => one.taskId === taskId);
      if (task?.state === 'done') return;
      if (task?.endTime) throw new Error(`the import ended: ${task.state} ${task.error}`);
      await sleep(100);
    }
  }, 120); // prettier-ignore
  const downloads = async (answer: Response): Promise<void> => {
    if (!answer.headers.has('content-disposition')) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
  const json = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify({ checkId }) };
  await seconds('draw one-time passwords for', async () => downloads(await ask('POST', importSecrets.path, json)));
  await seconds('export', async () => downloads(await ask('GET', exportAccounts.path)));
  await sleep(settleMs);
  await pages(client, report);
}

/** How long the administrators' screens wait while all of them are there: the 95th percentile of each question, over its pages. */
async function pages(client: Bench['client'], report: Bench['report']): Promise<void> {
  const questions: Record<string, object> = {
    'all, by name': {},
    'all, by last use': { sortField: 'lastSeen', sortOrder: 'desc' },
    'by a surname': { keyword: '王' },
    'by pinyin': { keyword: 'wang' },
    'by a part of every account name': { keyword: 'person' },
    'by one account name': { keyword: 'bench_person_4321' },
    'by digits that every phone number has': { keyword: '138' },
    'by one phone number': { keyword: '13800004321' },
    'active, who never signed in': { status: 'active', neverSignedIn: true },
  };
  for (const [what, question] of Object.entries(questions)) {
    const times = await repeat(asked, (n) =>
      elapsedMs(() => client.json(calls.adminUser.page.path, { ...question, pageSize: 50, page: 1 + (n % 10) * 7 })),
    );
    bounded(report, `a page of people: ${what}, p95`, times);
  }
  const { items } = await client.json<{ items: { departmentId: string }[] }>(calls.adminDepartment.page.path, {});
  const opened = [null, ...items.map(({ departmentId }) => departmentId)];
  const times = await repeat(asked, (n) =>
    elapsedMs(() => client.json(calls.adminDepartment.page.path, { parentId: opened[n % opened.length] })),
  );
  bounded(report, 'a page of the department tree, p95', times);
}

function bounded(report: Bench['report'], what: string, times: number[]): void {
  const value = percentile(times, 0.95);
  report.add({ what, value, unit: 'ms', goal: '<= 100 ms', holds: value <= 100 });
}

/** Returns their paths. Ten departments are at the top, and ten below each other one. */
async function plantDepartments(url: string, count: number): Promise<string[]> {
  const opened = await openDatabase({ database: { kind: 'external', url }, poolSize: 1 });
  const made: { id: string; path: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const parent = made[Math.floor(n / 10) - 1];
    const name = `部门_${n}`;
    const id = await createDepartment(opened.kysely, { name, parentId: parent?.id ?? null });
    made.push({ id, path: parent ? `${parent.path}/${name}` : name });
  }
  await opened.stop();
  return made.map(({ path }) => path);
}

async function sheetOf(count: number, paths: readonly string[]): Promise<File> {
  const head = ['账号', '姓名', '显示名', '部门', '角色', '手机', '邮箱', '有效期', '空间配额（GB）', '下载限速（MB/s）'];
  const row = (n: number): string[] => [
    `bench_person_${n}`,
    `${surnames[n % surnames.length]}${givenNames[(n * 7) % givenNames.length]}`,
    `显示名字${n}`,
    paths[n % paths.length]!,
    '普通员工',
    `+86 138${String(n).padStart(8, '0')}`,
    `bench_${n}@example.com`,
    '2099-12-31',
    '10',
    '20',
  ];
  const rows = [head, ...Array.from({ length: count }, (_, n) => row(n))];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of writeSheet({ name: '人员', rows: [rows] }, bounds)) pieces.push(Buffer.from(piece));
  return new File(pieces, 'people.xlsx');
}
