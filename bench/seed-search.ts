/**
 * A million names to search: a smaller company of `seed-company.ts` with realistic names, Chinese and English, and one group with half a
 * million files in five thousand folders. Fifty thousand of these files have texts of their own.
 */
import pg from 'pg';
import type { Kysely } from 'kysely';
import type { Tables } from '../apps/server/src/database/index.ts';
import { foldContent } from '../apps/server/src/fold-content.ts';
import { keysOfContent } from '../apps/server/src/search/content-keys.ts';
import { readNames } from '../apps/server/src/search/index.ts';
import { countSeeded, seedCompany } from './seed-company.ts';

const whole = { people: 20_000, departments: 500, groups: 3000, folders: 5000, files: 500_000, texts: 50_000 };
/** For a quick run that only checks that the bench works. */
const fiftieth = { people: 400, departments: 10, groups: 60, folders: 100, files: 10_000, texts: 1000 };

const quoted = (words: string): string => `(array['${words.split(' ').join("','")}'])`;
const subjectWords =
  '品牌升级 产品发布会 客户 华东区 供应商 研发中心 财务 新员工 季度 年度 市场 项目 服务器 采购 云阁 总部 竞品 用户访谈 数据平台 安全 Marketing Quarterly Annual Client Product Platform Vendor Release Security Onboarding';
const kindWords =
  '报告 合同 预算 会议纪要 方案 计划 总结 清单 白皮书 手册 培训材料 分析 设计稿 验收单 对账单 Report Invoice Budget Minutes Plan Summary Checklist Guide Slides Contract';
const subjects = quoted(subjectWords);
const kinds = quoted(kindWords);
const endings = quoted('.docx .xlsx .pptx .pdf .txt .md .png .jpg .zip .mp4');
/** Derived from the row's id, so that the same rows get the same names. */
const pick = (list: string, count: number, salt: number): string =>
  `${list}[1 + abs(hashint8extended(hashtext(id::text), ${salt})) % ${count}]`;
const stem = `${pick(subjects, 30, 1)} || case when hashtext(id::text) % 2 = 0 then '' else ' ' end || ${pick(kinds, 25, 2)} || ' ' || (2015 + abs(hashtext(id::text)) % 12) || '-' || abs(hashtext(id::text) / 13) % 100000`;
const named = `case when is_file then ${stem} || ${pick(endings, 10, 3)} else ${stem} end`;

/** Seeds everything but the search keys. */
export async function seedNames(databaseUrl: string, blobId: string, quick: boolean): Promise<void> {
  const size = quick ? fiftieth : whole;
  await seedCompany(databaseUrl, size, blobId);
  await connected(databaseUrl, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `create temporary table big as select s.id as space, s.root_id as root, s.owner_id as leader from space s where kind = 2 order by id limit 1`,
    );
    await client.query(`create temporary table big_folder as select uuidv7() as id, n from generate_series(1, ${size.folders}) n`);
    const instance = `insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id, updated_at)`;
    await client.query(
      `${instance} select f.id, space, root, false, '', 'f' || f.n, 7, null::uuid, 0, leader, leader, now() - f.n * interval '1 hour' from big, big_folder f`,
    );
    await client.query(`create temporary table big_text as select uuidv7() as id, n from generate_series(1, ${size.texts}) n`);
    await client.query(`create unique index on big_text (n)`);
    await seedTexts(client, size.texts);
    await client.query(
      `${instance} select uuidv7(), space, f.id, true, '', 'n' || s.k, 1 + s.k % 7, coalesce(b.id, '${blobId}'::uuid), abs(hashint4(s.k)) % 1000000, leader, leader, now() - s.k * interval '1 minute'
        from big, generate_series(1, ${size.files}) s(k) join big_folder f on f.n = 1 + s.k % ${size.folders} left join big_text b on b.n = s.k`,
    );
    // Generated names may repeat within a folder, which the index of live names refuses. Here that does not matter.
    await client.query(`drop index instance_live_name`);
    // An index of nothing takes its place until all names are read (`indexSeeded`).
    await client.query(`drop index instance_name_keys`);
    await client.query(`create index instance_name_keys on instance_name using gin (keys) where false`);
    await client.query(
      `update instance set name = ${named}, folded_name = lower(${named}) where parent_id is not null and space_id <> (select s.id from space s join user_account u on u.id = s.owner_id where u.account_name = 'admin' and s.kind = 1)`,
    );
    await client.query(
      `insert into instance_name (instance_id, space_id) select id, space_id from instance where parent_id is not null on conflict do nothing`,
    );
    await countSeeded(client);
    await client.query('vacuum analyze');
  });
}

/** 1,100 folders with 100 files each, beside the file `instanceId`, with names of the same words. */
export async function seedOwnNames(client: pg.Client, instanceId: string): Promise<void> {
  await client.query(`create temporary table own_folder as select uuidv7() as id, n from generate_series(1, 1100) n`);
  await client.query(
    `insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, size, creator_id, editor_id)
      select f.id, space_id, parent_id, false, 'folder ' || n, 'folder ' || n, 7, 0, creator_id, editor_id from instance, own_folder f where instance.id = $1`,
    [instanceId],
  );
  const word = (list: string, count: number, salt: number): string => `${list}[1 + abs(hashint4(k + ${salt})) % ${count}]`;
  await client.query(
    `with seed as (select * from instance where id = $1), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, version, blob_id, size, creator_id, editor_id, created_at, updated_at)
      select uuidv7(), space_id, f.id, true, named.name, lower(named.name), 1 + k % 7, 1, blob_id, size, creator_id, editor_id,
          now() - k * interval '1 minute', now() - (k * 7919 % 110000) * interval '1 minute'
        from seed, generate_series(1, 110000) k join own_folder f on f.n = 1 + k % 1100, lateral (select
          ${word(subjects, 30, 0)} || case when k % 2 = 0 then '' else ' ' end || ${word(kinds, 25, 7)} || ' ' || (2015 + k % 12) || '-' || k || ${word(endings, 10, 13)} as name) named
      returning id, blob_id, size, creator_id)
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`,
    [instanceId],
  );
}

/** Contents with a page of text each: common words, and one of its own. */
async function seedTexts(client: pg.Client, texts: number): Promise<void> {
  const words = `${subjectWords} ${kindWords}`.split(' ');
  const textOf = (n: number): string =>
    `${Array.from({ length: 120 }, (_, at) => words[(n * 7919 + at * at * 31 + at) % words.length]).join(n % 2 === 0 ? '' : ' ')} 编号 text${n}`;
  await client.query(`drop index blob_text_keys`);
  for (let from = 1; from <= texts; from += 2000) {
    const numbers = Array.from({ length: Math.min(2000, texts + 1 - from) }, (_, index) => from + index);
    const rows = numbers.map((n) => {
      const text = foldContent(textOf(n));
      return { n, text, keys: keysOfContent(text) };
    });
    await client.query(
      `with r as (select * from jsonb_to_recordset($1::jsonb) as r (n integer, text text, keys integer[])),
        made as (insert into blob (id, size, md5, sha256, verified_at, text_state) select b.id, length(r.text), 'bench', 'bench ' || r.n, now(), 'read' from r join big_text b using (n))
      insert into blob_text (blob_id, text, keys) select b.id, r.text, r.keys from r join big_text b using (n)`,
      [JSON.stringify(rows)],
    );
  }
}

/** Returns how many names were read, for `forMs` at most. */
export async function readSeeded(database: Kysely<Tables>, forMs = Infinity): Promise<number> {
  const start = performance.now();
  let names = 0;
  for (let read = 1; read > 0 && performance.now() - start < forMs; names += read) read = await readNames(database, 2000);
  return names;
}

export async function indexSeeded(databaseUrl: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(`drop index instance_name_keys`);
    await client.query(`create index instance_name_keys on instance_name using gin (keys) with (gin_pending_list_limit = 1024)`);
    await client.query(`create index blob_text_keys on blob_text using gin (keys) with (gin_pending_list_limit = 1024)`);
    await client.query('vacuum analyze');
  });
}

async function connected(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 0 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
