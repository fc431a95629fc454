/**
 * A year of the audit log, written directly into the database by a few statements. It is uneven: one person does a third of everything, one
 * day has a tenth of it, one action is nearly never done, and one word is in a quarter of all names.
 */
import pg from 'pg';
import { failures } from '../packages/contract/src/index.ts';
import { blockEntries, blockOf, keyOf, keysOfEntry } from '../apps/server/src/audit-reading/entry-keys.ts';
import type { KeyedRow } from '../apps/server/src/audit-reading/entry-keys.ts';

/** What entries are made of: its keys are those that it adds to an entry. */
interface Word {
  kind: 'action' | 'person' | 'object' | 'folder' | 'space' | 'address' | 'block';
  n: number;
  id?: string;
  name: string;
  deed?: string;
  keys: number[];
}

/** How many of a thousand entries each action has. */
const actions = [
  ['instance.page', 'read', 400],
  ['instance.preview', 'preview', 200],
  ['instance.download', 'download', 150],
  ['instance.upload', 'change', 120],
  ['user.signIn', 'session', 60],
  ['instance.rename', 'change', 30],
  ['instance.move', 'change', 20],
  ['instance.remove', 'change', 15],
  ['link.create', 'change', 4],
  ['group.create', 'change', 1],
] as const;
/** Five times a year. */
export const rareAction = 'adminRole.remove';
const sizes = { person: 2000, object: 50_000, folder: 5000, space: 500, address: 4000 };
const subjects = [...'品牌升级 产品发布 客户 华东区 供应商 研发中心 财务 新员工 Marketing Quarterly Client Platform'.split(' ')];
/** The first is in every fourth name. */
const kinds = ['报告', '合同', '预算', 'Minutes'];
const endings = ['.docx', '.xlsx', '.pdf', ''];

const idOf = (kind: string, n: number): string =>
  `0198${(kind.length * 4096 + kind.charCodeAt(0)).toString(16).padStart(4, '0').slice(-4)}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const personIdOf = (n: number): string => idOf('person', n);
export const objectIdOf = (n: number): string => idOf('object', n);
/** A quarter is in 10.8.0.0/16, and a sixteenth of that in 10.8.0.0/20. */
const addressOf = (n: number): string => `10.${8 + (n % 4)}.${Math.floor(n / 4) % 256}.${1 + Math.floor(n / 1024)}`;

const empty: KeyedRow = {
  id: 0, deed: 'read', action: '', result: 0, person_id: null, actor_name: null, object_id: null, object_name: null,
  space_name: null, folder_name: null, address: null, trace_id: null,
}; // prettier-ignore
const common = new Set(keysOfEntry(empty));
const keysOf = (part: Partial<KeyedRow>): number[] => keysOfEntry({ ...empty, ...part }).filter((key) => !common.has(key));

const many = (count: number, make: (n: number) => Word): Word[] => Array.from({ length: count }, (_, n) => make(n));
const of = <One>(list: readonly One[], n: number): One => list[n % list.length]!;
const nameOf = (n: number): string =>
  `${of(subjects, n >> 2)}${of(kinds, n)} ${2015 + (n % 12)}-${(n * 7919) % 100_000}${of(endings, n >> 1)}`;

function words(entries: number): Word[] {
  return [
    ...[...actions.map(([name, deed]) => ({ name, deed })), { name: rareAction, deed: 'change' }].map(({ name, deed }, n): Word => ({
      kind: 'action',
      n,
      name,
      deed,
      keys: [keyOf('action', name), keyOf('deed', deed)],
    })),
    ...many(sizes.person, (n) => {
      const [id, name] = [personIdOf(n), `person_${n}`];
      return { kind: 'person', n, id, name, keys: keysOf({ person_id: id, actor_name: name }) };
    }),
    ...many(sizes.object, (n) => {
      const [id, name] = [objectIdOf(n), nameOf(n)];
      return { kind: 'object', n, id, name, keys: keysOf({ object_id: id, object_name: name }) };
    }),
    ...many(sizes.folder, (n) => {
      const name = `${of(subjects, n)} ${2000 + (n % 26)}`;
      return { kind: 'folder', n, id: idOf('folder', n), name, keys: keysOf({ folder_name: name }) };
    }),
    ...many(sizes.space, (n) => {
      const name = `${of(subjects, n)}组 ${n}`;
      return { kind: 'space', n, id: idOf('space', n), name, keys: keysOf({ space_name: name }) };
    }),
    ...many(sizes.address, (n) => ({ kind: 'address', n, name: addressOf(n), keys: keysOf({ address: addressOf(n) }) })),
    ...many(Math.floor(entries / blockEntries) + 1, (n) => ({ kind: 'block', n, name: '', keys: [blockOf(n * blockEntries)] })),
  ];
}

const random = (salt: number): string => `abs(hashint8extended(n, ${salt}) % 1000000)`;
const slots = actions.flatMap(([, , share], n) => Array<number>(share).fill(n));

/** Also what the server's own jobs would have written of it. The log must have been read so far: its entries are replaced. */
export async function seedLog(databaseUrl: string, entries: number): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl, statement_timeout: 0 });
  await database.connect();
  const run = (text: string, values: unknown[] = []): Promise<unknown> => database.query(text, values);
  try {
    for (const setting of ["maintenance_work_mem = '512MB'", "work_mem = '64MB'", 'session_replication_role = replica', 'jit = off'])
      await run(`set ${setting}`);
    await run('create temporary table word (kind text, n int, id uuid, name text, deed text, keys int[], primary key (kind, n))');
    const all = words(entries);
    for (let at = 0; at < all.length; at += 5000)
      await run('insert into word select * from jsonb_populate_recordset(null::word, $1::jsonb)', [
        JSON.stringify(all.slice(at, at + 5000)),
      ]);
    await run('analyze word');
    await run(
      `create temporary table plan as select n::bigint as id,
        now() - interval '365 days' + interval '1 day' * (case when f < 0.6 then f / 0.6 * 219 when f < 0.7 then 219 + (f - 0.6) / 0.1 else 220 + (f - 0.7) / 0.3 * 145 end) as at,
        case when n % $2 = 0 then ${actions.length} else ($3::int[])[1 + ${random(1)} % 1000] end as action,
        case when ${random(2)} % 3 = 0 then 0 else ${random(3)} % ${sizes.person} end as person,
        ${random(4)} % ${sizes.object} as object, ${random(5)} % ${sizes.folder} as folder, ${random(6)} % ${sizes.space} as space,
        ${random(7)} % ${sizes.address} as address, case when ${random(8)} % 200 = 0 then ${failures.NOT_ALLOWED.errcode} else 0 end as result
        from (select n::bigint as n, (n - 1)::float8 / $1 as f from generate_series(1, $1::int) n) e`,
      [entries, entries / 5, slots],
    );
    await run('analyze plan');
    const joined = ['action', 'person', 'object', 'folder', 'space', 'address']
      .map((kind) => `join word ${kind} on ${kind}.kind = '${kind}' and ${kind}.n = p.${kind}`)
      .join(' ');
    // One transaction, so that the server's jobs wait. Before, they may take the tables in another order.
    for (let tries = 1; ; tries += 1) {
      await run('begin');
      try {
        await run('truncate audit_log, audit_log_key, audit_log_quarter, audit_log_hash');
        break;
      } catch (error) {
        await run('rollback');
        if (tries === 5) throw error;
      }
    }
    await run(
      `insert into audit_log overriding system value select p.id, p.at, action.deed, action.name, p.result, 'person', person.id, person.name, 'item', object.id,
        object.name, space.id, space.name, folder.id, folder.name, address.name, 'Chrome 131, Windows', null, 'trace-' || p.id, null from plan p ${joined}
        order by p.id`,
    );
    await run('alter table audit_log alter column id restart with ' + String(entries + 1));
    await run('drop index audit_log_key_keys');
    await run(
      `insert into audit_log_key select p.id, action.keys || person.keys || object.keys || folder.keys || space.keys || address.keys || block.keys ||
        case when p.result <> 0 then array[$1::int] else '{}' end from plan p ${joined}
        join word block on block.kind = 'block' and block.n = p.id / ${blockEntries} order by p.id`,
      [keyOf('refused', '')],
    );
    await run('create index audit_log_key_keys on audit_log_key using gin (keys) with (fastupdate = on)');
    await run(
      `insert into audit_log_quarter select date_bin('15 minutes', at, 'epoch'), count(*) filter (where result <> 0),
        count(*) filter (where result = 0 and deed = 'change'), count(*) filter (where result = 0 and deed <> 'change') from audit_log group by 1`,
    );
    // The chain is a made-up one, so that the job that extends it does not run during the measurement.
    await run(`insert into audit_log_hash select id, sha256(id::text::bytea) from audit_log`);
    await run('update audit_log_read set read_to = $1, seen_to = $1, seen_by = null', [entries]);
    await run('commit');
    await run('vacuum analyze audit_log, audit_log_key, audit_log_quarter, audit_log_hash');
  } finally {
    await database.end();
  }
}
