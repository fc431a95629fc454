/**
 * Kills a collecting process with SIGKILL at each of its crash points while people keep working: nothing is lost and nothing stays behind.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Instance, UploadCheck } from '@alcove/contract';
import { check, Findings } from '../integrity-check/index.ts';
import { crashPoints } from '../removal/index.ts';
import { checkFields, freshBytes, instantFields, openCompany, s3TestStore, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectTurn } from './collect-turn.test-support.ts';

const program = fileURLToPath(new URL('./collector.test-support.ts', import.meta.url));
let company: Company;
let one: Person;
let other: Person;
/** Every file that was acknowledged to somebody, with the content it must have. */
const acknowledged: { what: string; by: Person; instanceId: string; bytes: Buffer }[] = [];
let rounds = 0;

before(async () => {
  company = await openCompany();
  [one, other] = [await company.person(), await company.person()];
});
let collector: ChildProcess | null = null;
// A collector that outlives a failed test would disturb the others.
afterEach(() => void collector?.kill('SIGKILL'));
after(() => company.close());

/** Returns the exit code or signal of a process that collects. */
async function collects(until: string): Promise<number | string> {
  const child = spawn(process.execPath, [program, company.databaseUrl, JSON.stringify(company.storeConfig), until], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  collector = child;
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal!;
}

/** Smaller uploads have no row before they are saved. Only their age keeps their objects from being taken for strays, and here nothing is too young. */
const withRow = 300_000;

/**
 * One content loses its last reference while others request it. There is also a stray object, and bytes that arrive after their upload was
 * aborted.
 */
async function round(): Promise<void> {
  const name = `r${(rounds += 1)}`;
  const bytes = freshBytes(withRow);
  const file = await one.uploads(bytes, name);
  await company.verified();
  // Every third content is offered to somebody beforehand. The others are collected unless somebody is quick.
  const asks = (as: string) => other.call(calls.upload.checkUploadAble, checkFields(bytes, { name: as, parentId: other.rootId }));
  const early = rounds % 3 === 0 ? await asks(`${name} early`) : null;
  await one.uploads(freshBytes(withRow + 1), name, one.rootId, 'version');
  const late = await Upload.begin(other, freshBytes(withRow + 2), { name: `${name} given up`, parentId: other.rootId });
  const stray = freshBytes(20);
  await Promise.all([
    one.call(calls.version.remove, { instanceId: file.instanceId, version: 1 }),
    // The collector waits for nothing here, so it may remove the stray before the store says that it kept it.
    company.store.put(`stray-${name}`, Readable.from([stray]), stray.length).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'the store did not keep the object whole') throw error;
    }),
    late.recycle().then(() => late.put()),
    early && transfers(early, bytes, `${name} early`),
    sleep(randomInt(100)).then(async () => transfers(await asks(`${name} late`), bytes, `${name} late`)),
  ]);
}

async function transfers(offer: UploadCheck, bytes: Buffer, name: string): Promise<void> {
  if (offer.uploadflag !== '1') return;
  const answer = await other.ask<Instance>(calls.upload.secondUpload, instantFields(offer, bytes, { name, parentId: other.rootId }));
  // If the offer came too late, the client has to send the bytes.
  if (answer.errcode === failures.UPLOAD_UNKNOWN.errcode) return;
  assert.equal(answer.errcode, 0, answer.errmsg);
  acknowledged.push({ what: `transferred while ${name}`, by: other, instanceId: answer.data!.instanceId, bytes });
}

/** An S3 engine takes longer for each step, and differs only in what it removes: all points are reached on the disk. */
const points = s3TestStore('') === null ? crashPoints : crashPoints.filter((point) => /^(stray condemned|object removed)$/.test(point));
for (const point of points) {
  test(`I1, I6: killed when it got to '${point}', beside people who want what is being removed: the next one ends it, nothing is lost`, async () => {
    let killed = false;
    const killing = collects(point).finally(() => (killed = true));
    // Until somebody got a content, if need be after the kill: beside a quick collector nobody may be quick enough.
    do await round();
    while (!killed || acknowledged.length === 0);
    assert.equal(await killing, 'SIGKILL');
    for (let times = 0; times < 2; times += 1) {
      // As if every signature had expired.
      await sql`update object_removal set due_at = now(), last_at = now()`.execute(company.database);
      while ((await collectTurn(company)) > 0);
    }
    assert.deepEqual(await company.database.selectFrom('object_removal').select('object_key').execute(), []);
    const findings = new Findings();
    await check({ ...company, findings, tell: () => {} }, true);
    assert.deepEqual(findings.list(), []);
    for (const { what, by, instanceId, bytes } of acknowledged) assert.deepEqual(await by.downloads(instanceId), bytes, what);
    assert.deepEqual(company.troubles, []);
  });
}
