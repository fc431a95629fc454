/** What a search costs among a million names, for people with a little and for members of a group with half a million files. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { openDatabase } from '../apps/server/src/database/index.ts';
import type { Tables } from '../apps/server/src/database/index.ts';
import type { Caller, UserContext } from '../apps/server/src/http/index.ts';
import { quick as quickSearch, searchPage } from '../apps/server/src/search/search-files.ts';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, median, percentile } from './measure.ts';
import type { Report } from './report.ts';
import { indexSeeded, readSeeded, seedNames } from './seed-search.ts';

const keywords: Record<string, readonly string[]> = {
  'one Chinese character': ['报', '合', '云', '年', '华'],
  'a Chinese word': ['报告', '合同', '会议纪要', '用户访谈', '华东区'],
  initials: ['bg', 'jdbg', 'hyjy', 'ppsj', 'cght'],
  'full pinyin': ['baogao', 'hetong', 'caigou', 'huiyijiyao', 'yunge'],
  'one letter': ['r', 'b', 'q', 'p', 'z'],
  English: ['report', 'inv', 'quarterly', 'sec', 'budget'],
  'several words': ['采购 合同', 'annual report 2020', '季度 2019', 'client invoice', '财务 预算'],
  'a slip of the finger': ['reprot', 'invioce', 'quartrely', 'buhget', 'securty'],
  'nothing alike': ['zqxwv', '魑魅', 'xyzzyx', '鼉鼊', 'qqqqqqq'],
};

export async function search(bench: Bench): Promise<void> {
  const { report, quick, alcove, client } = bench;
  const folderId = await client.createFolder('search');
  const { instanceId } = await client.upload(smallContent(1002), 'seed.txt', folderId, 0, 1);
  const socketFolder = alcove.socketFolder();
  const opened = await openDatabase({
    database: { kind: 'external', url: `postgres://alcove@localhost/postgres?host=${socketFolder}` },
    poolSize: 2,
  });
  const database = opened.kysely;
  try {
    const { blob_id } = await database.selectFrom('instance').select('blob_id').where('id', '=', instanceId).executeTakeFirstOrThrow();
    await seedNames(socketFolder, blob_id!);
    let names = 0;
    const seconds = (await elapsedMs(async () => void (names = await readSeeded(database)))) / 1000;
    await indexSeeded(socketFolder);
    const { rows } = await sql<{ bytes: number; index: number }>`
      select pg_table_size('instance_name') as bytes, pg_relation_size('instance_name_keys') as index`.execute(database);
    console.log(
      `${names} names read in ${Math.round(seconds)} s, ${Math.round(rows[0]!.bytes / 2 ** 20)} MiB and ${Math.round(rows[0]!.index / 2 ** 20)} MiB of index`,
    );
    report.add({ what: 'search: names read, per s', value: names / seconds, unit: '/s' });
    await timeSearches(report, database, quick ? 1 : 4);
  } finally {
    await opened.stop();
  }
}

/** For people in a few small spaces, and for members of the large group. */
export async function timeSearches(report: Report, database: Kysely<Tables>, rounds: number): Promise<void> {
  await timed(
    report,
    database,
    'one of 20,000 people',
    rounds,
    `select id from user_account where account_name like 'bench_%' order by hashtext(id::text) limit 50`,
  );
  await timed(
    report,
    database,
    'a member of a group with 500,000 files',
    rounds * 3,
    `select g.subject_id as id from file_grant g where g.subject_kind = 'person' and g.source_kind = 'group'
    and g.instance_id = (select root_id from space where kind = 2 order by id limit 1) limit 10`,
  );
}

async function timed(report: Report, database: Kysely<Tables>, who: string, rounds: number, people: string): Promise<void> {
  const { rows } = await sql.raw<{ id: string }>(people).execute(database);
  const context = (userId: string) =>
    ({
      caller: {
        userId,
        sessionId: userId,
        sessionKind: 'browser',
        accountName: '',
        realName: '',
        adminRole: null,
        speedLimit: null,
      } satisfies Caller,
      language: 'en-US',
    }) as UserContext;
  for (const [kind, words] of Object.entries(keywords)) {
    const typing: number[] = [];
    const pages: number[] = [];
    let found = 0;
    for (let round = -1; round < rounds; round += 1)
      for (const [index, { id }] of rows.entries()) {
        const keyword = words[(index + round + 1) % words.length]!;
        const first = await elapsedMs(() => quickSearch(database, { keyword, limit: 6 }, context(id)));
        const second = await elapsedMs(async () => {
          found = Math.max(found, (await searchPage(database, { keyword, scope: 'all', page: 1, pageSize: 20 }, context(id))).total);
        });
        if (round < 0) continue;
        typing.push(first);
        pages.push(second);
      }
    const p95 = percentile(typing, 0.95);
    const page = percentile(pages, 0.95);
    console.log(
      `  ${who}, ${kind}: quick p50 ${median(typing).toFixed(1)} p95 ${p95.toFixed(1)}, page p50 ${median(pages).toFixed(1)} p95 ${page.toFixed(1)} ms, up to ${found}`,
    );
    report.add({ what: `quick search for ${kind}, ${who}, p95`, value: p95, unit: 'ms', goal: '<= 100 ms', holds: p95 <= 100 });
    report.add({ what: `page of results for ${kind}, ${who}, p95`, value: page, unit: 'ms', goal: '<= 200 ms', holds: page <= 200 });
  }
}
