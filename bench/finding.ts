/**
 * Measures how long it takes to find a file in the company that `seed-search.ts` creates: for people with few files, for members of a group
 * with half a million files, and in the lists of its leader and of the administrator.
 */
import pg from 'pg';
import { instanceSortFields } from '../packages/contract/src/index.ts';
import type { Page, QuickResult } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { Client } from './client.ts';
import { elapsedMs, median, percentile } from './measure.ts';
import { administratorPassword, processorEach } from './servers.ts';

const nothingAlike = 'nothing alike';
const keywords: Record<string, readonly string[]> = {
  'one Chinese character': ['报', '合', '云', '年', '华'],
  'a Chinese word': ['报告', '合同', '会议纪要', '用户访谈', '华东区'],
  initials: ['bg', 'jdbg', 'hyjy', 'ppsj', 'cght'],
  'full pinyin': ['baogao', 'hetong', 'caigou', 'huiyijiyao', 'yunge'],
  'one letter': ['r', 'b', 'q', 'p', 'z'],
  English: ['report', 'inv', 'quarterly', 'sec', 'budget'],
  'several words': ['采购 合同', 'annual report 2020', '季度 2019', 'client invoice', '财务 预算'],
  'a slip of the finger': ['reprot', 'invioce', 'quartrely', 'buhget', 'securty'],
  [nothingAlike]: ['zqxwv', '魑魅', 'xyzzyx', '鼉鼊', 'qqqqqqq'],
};
/** Words that occur in nearly all texts, in many, in one, in none. */
const contents = ({ quick }: Bench) => ['报告', '产品发布会培训材料', quick ? 'text1000' : 'text12345', 'onboarding', '魑魅魍魉'];
const filters = ['报', '合同', 'baogao', 'report', 'Quarterly', '2019-12', 'zqxwv'];
const findsNothing = new Set([nothingAlike, '魑魅魍魉', 'zqxwv']);

/** Returns how many were found. */
type Ask = () => Promise<number>;

const large = `(select root_id, owner_id from space where kind = 2 order by id limit 1) as large`;

export async function timeSearching(bench: Bench): Promise<void> {
  const rounds = bench.quick ? 1 : 4;
  const [people, members] = await asked(bench, async (database) => {
    await tellSizes(database);
    return [
      await signedIn(bench, database, `where account_name like 'bench_%' order by hashtext(id::text) limit 25`),
      await signedIn(
        bench,
        database,
        `where id in (select g.subject_id from ${large} join file_grant g on g.instance_id = root_id and g.subject_kind = 'person'
          and g.source_kind = 'group' where g.subject_id <> owner_id limit 10)`,
      ),
    ] as const;
  });
  await timeSearches(bench, 'one of many people', people, rounds);
  await timeSearches(bench, 'a member of a large group', members, rounds * 2);
  for (const keyword of contents(bench))
    await timed(
      bench,
      { what: `page of results for ${keyword} in contents`, goalMs: 200, finds: !findsNothing.has(keyword) },
      times(members, rounds * 2, (one) => () => results(one, keyword)),
    );
  for (const one of [...people, ...members]) one.close();
}

export async function timeLists(bench: Bench): Promise<void> {
  const rounds = bench.quick ? 2 : 10;
  const { leader, rootId, lists } = await asked(bench, async (database) => ({
    leader: (await signedIn(bench, database, `where id in (select owner_id from ${large})`))[0]!,
    rootId: (await database.query<{ root_id: string }>(`select root_id from ${large}`)).rows[0]!.root_id,
    lists: (
      await database.query<{ id: string; name: string }>(
        `select id, name from instance where name like 'list of %' and not is_file order by name`,
      )
    ).rows,
  }));
  const orders = instanceSortFields.flatMap((field) => (['asc', 'desc'] as const).map((order) => ({ field, order })));
  for (const { id, name } of lists)
    for (const page of [1, 10])
      await timed(
        bench,
        { what: `page ${page} of a ${name}, all orders`, goalMs: 30 },
        times(
          orders,
          rounds,
          ({ field, order }) =>
            async () =>
              (await bench.client.page(id, page, field, order)).items.length,
        ),
      );
  for (const page of [1, 90])
    await timed(
      bench,
      { what: `page ${page} of all files of a large space, all orders`, goalMs: 30 },
      times(orders, rounds, (order) => () => allFiles(leader, rootId, { page, ...order })),
    );
  for (const keyword of filters)
    await timed(
      bench,
      {
        what: `page 1 of all files of a large space filtered by ${keyword}, all orders`,
        goalMs: 200,
        finds: !findsNothing.has(keyword),
      },
      times(orders, Math.ceil(rounds / 4), (order) => () => allFiles(leader, rootId, { page: 1, keyword, ...order })),
    );
  leader.close();
}

async function asked<Answer>({ alcove }: Bench, work: (database: pg.Client) => Promise<Answer>): Promise<Answer> {
  const database = new pg.Client({ connectionString: alcove.databaseUrl() });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function tellSizes(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ names: number; mib: number; index: number; texts: number }>(
    `select (select count(*) from instance_name)::int as names, (pg_table_size('instance_name') / 1048576)::int as mib,
      (pg_relation_size('instance_name_keys') / 1048576)::int as index, (pg_relation_size('blob_text_keys') / 1048576)::int as texts`,
  );
  const { names, mib, index, texts } = rows[0]!;
  console.log(`${names} names in ${mib} MiB, their index ${index} MiB, the texts' index ${texts} MiB`);
}

/**
 * Signs people in with the administrator's password hash: computing a hash for each would take longer than the measurement. `which` is a
 * condition over accounts.
 */
async function signedIn({ alcove }: Bench, database: pg.Client, which: string): Promise<Client[]> {
  const { rows } = await database.query<{ account_name: string }>(
    `update user_account set password_hash = (select password_hash from user_account where account_name = 'admin')
      where id in (select id from user_account ${which}) returning account_name`,
  );
  const clients: Client[] = [];
  for (const { account_name: name } of rows) {
    const client = new Client(alcove.port);
    await client.signIn(name, administratorPassword);
    clients.push(client);
  }
  return clients;
}

const quick = async (client: Client, keyword: string): Promise<number> => {
  const { files, folders } = await client.query<QuickResult>('GET', '/disk/api/search/quick', { keyword });
  return files.length + folders.length;
};
const results = async (client: Client, keyword: string): Promise<number> =>
  (await client.json<Page<unknown>>('/disk/api/search/searchInstancePage', { keyword, page: 1, pageSize: 20 })).total;
const allFiles = async (
  client: Client,
  parentId: string,
  { page, keyword, field, order }: { page: number; keyword?: string; field: string; order: string },
): Promise<number> => {
  const asked = { parentId, everywhere: true, page, pageSize: 100, keyword, sortField: field, sortOrder: order };
  return (await client.json<Page<unknown>>('/disk/api/instance/page', asked)).items.length;
};

/** In each round, one request per element, in turn. */
const times = <One>(of: readonly One[], rounds: number, ask: (one: One, n: number) => Ask): Ask[] =>
  Array.from({ length: rounds }, (_, round) => of.map((one, index) => ask(one, round + index))).flat();

async function timeSearches(bench: Bench, who: string, clients: readonly Client[], rounds: number): Promise<void> {
  for (const [kind, words] of Object.entries(keywords)) {
    const word = (n: number): string => words[n % words.length]!;
    await timed(
      bench,
      { what: `quick search for ${kind}, ${who}`, goalMs: 100, finds: !findsNothing.has(kind) },
      times(clients, rounds, (one, n) => () => quick(one, word(n))),
    );
    await timed(
      bench,
      { what: `page of results for ${kind}, ${who}`, goalMs: 200, finds: !findsNothing.has(kind) },
      times(clients, rounds, (one, n) => () => results(one, word(n))),
    );
  }
}

interface Timed {
  what: string;
  goalMs: number;
  /** A person without permissions is answered quickly, so what should be found must be found. */
  finds?: boolean;
}

/** Runs one round unmeasured first, as a warm-up. */
async function timed({ report, alcove }: Bench, { what, goalMs, finds = true }: Timed, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks.slice(0, 25)) await ask();
  const all: number[] = [];
  const found: number[] = [];
  const processorMs = await processorEach(alcove, asks.length, async () => {
    for (const ask of asks) all.push(await elapsedMs(async () => void found.push(await ask())));
  });
  const most = Math.max(...found);
  if (most > 0 !== finds) throw new Error(`${what}: ${most} found`);
  const p95 = percentile(all, 0.95);
  report.add({
    what: `${what} (${median(found)} found, p50), p95`,
    value: p95,
    unit: 'ms',
    goal: `<= ${goalMs} ms`,
    holds: p95 <= goalMs,
  });
  report.add({ what: 'the same, processor time of each', value: processorMs, unit: 'ms' });
}
