/**
 * Checks that rows and objects match: each content and preview has its object, with its size, and each object has a row. People may work
 * meanwhile, so an apparent fault is looked up again, row and object, before it counts.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { plannedAt, readPlanKey } from '../plan-key.ts';
import { explainStrays, keysOf, storeFault } from '../removal/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import type { Findings } from './findings.ts';
import { inLanes } from './lanes.ts';
import { contentsAfter, describeContent, describeRendition, renditionsAfter, unknownOf } from './store-queries.ts';
import type { Describe, Expected, Page } from './store-queries.ts';

export interface CheckDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  findings: Findings;
  /** Called with the progress. */
  tell: (progress: string) => void;
  /** How fast contents are read; null or undefined: as fast as possible. */
  bytesPerSecond?: number | null;
  signal?: AbortSignal;
}

/** For so long a small upload, which has no row before, can be saved. If nobody does, it is removed some days later (removal/sweep-strays.ts). */
const savedWithinMs = 24 * 3_600_000;

/** How many milliseconds ago a small upload was planned. Null if the object is not that of one. */
function plannedFor(key: string): number | null {
  const plan = readPlanKey(key);
  return plan && Date.now() - plannedAt(plan);
}

const objectsAtOnce = 500;
const lookAtOnce = 16;

export async function checkStore(deps: CheckDeps): Promise<void> {
  const fault = await storeFault(deps.database, deps.store);
  if (fault !== null) deps.findings.add('a store that does not belong to the database', `'${deps.store.bucket}' ${fault}`);
  await checkPages(deps, 'contents', contentsAfter, describeContent);
  await checkPages(deps, 'previews', renditionsAfter, describeRendition);
  await checkObjects(deps);
}

async function checkPages(deps: CheckDeps, name: string, page: Page, describe: Describe): Promise<void> {
  const { database, store, tell, signal } = deps;
  let [after, seen] = ['', 0];
  for (let rows = await page(database, store.bucket, after); rows.length > 0; rows = await page(database, store.bucket, after)) {
    signal?.throwIfAborted();
    await inLanes(rows, lookAtOnce, (row) => checkOne(deps, name, row, describe));
    after = rows.at(-1)!.id;
    seen += rows.length;
    tell(`${seen} ${name} looked for in the store`);
  }
}

async function checkOne({ database, store, findings }: CheckDeps, name: string, row: Expected, describe: Describe): Promise<void> {
  const sizeNow = async () => (await store.head(row.object_key, { fresh: true }))?.size ?? null;
  if ((await sizeNow()) === row.size) return;
  const needed = await describe(database, row);
  const size = needed === null ? row.size : await sizeNow();
  if (needed === null || size === row.size) return;
  if (size === null) findings.add(`${name} whose object is missing or damaged`, needed);
  else findings.add(`${name} whose object has another size`, `${needed}: ${size} instead of ${row.size}`);
}

async function checkObjects({ database, store, findings, tell, signal }: CheckDeps): Promise<void> {
  let after: string | null = null;
  let seen = 0;
  let unsaved = 0;
  /** Small uploads that nobody can save any more. */
  const over: string[] = [];
  const confirm = async (key: string): Promise<void> => {
    if (await store.head(key, { fresh: true }))
      for (const still of await unknownOf(database, [key])) findings.add('objects without a row', still);
  };
  do {
    signal?.throwIfAborted();
    const { objects, next } = await store.listObjects(after, objectsAtOnce);
    for (const { key, name } of objects) if (key === null) findings.add('objects that cannot be read', name);
    for (const key of await unknownOf(database, keysOf(objects))) {
      const age = plannedFor(key);
      if (age === null) await confirm(key);
      else if (age < savedWithinMs) unsaved += 1;
      else over.push(key);
    }
    after = next;
    seen += objects.length;
    tell(`${seen} objects looked at`);
  } while (after !== null);
  const { expected, others } = await explainStrays(database, over);
  for (const key of others) await confirm(key);
  unsaved += expected.length;
  if (unsaved > 0) tell(`${unsaved} small uploads of the last days are not saved`);
}
