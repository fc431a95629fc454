/**
 * Two processes share one PostgreSQL and one S3 store behind nginx, set up as docs/running.md says. People upload while each process is
 * restarted and then killed.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls, limits } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import { Client } from './client.ts';
import { adminPassword } from './company.ts';
import { startNginx } from './nginx-proxy.ts';
import { removeBucket } from './s3-bucket.ts';
import { freePort, freshDataFolder, serveEnv, startServer, stopServers } from './server-process.ts';
import type { Answer } from './request.ts';
import type { ServerProcess } from './server-process.ts';
import { s3TestStore } from './test-store.ts';
import { freshBytes, hashOf, uploadFile } from './upload-client.ts';

const lanes = { small: 3, inParts: 1 };
const serve = fileURLToPath(new URL('../../serve', import.meta.url));

/** A browser that repeats a request once if the proxy or a stopping process rejected it, as the web app does. */
class Repeating extends Client {
  repeated = 0;
  /** Requests that failed in spite of one repeat. */
  readonly lost: string[] = [];

  override async send(method: string, path: string, of: Parameters<Client['send']>[2] = {}): Promise<Answer> {
    const headers = { 'idempotency-key': randomUUID(), ...of.headers };
    const once = async (): Promise<Answer | string> => {
      try {
        const answer = await super.send(method, path, { ...of, headers });
        return [502, 503, 504].includes(answer.status) ? `${answer.status} ${(await answer.text()).slice(0, 200)}` : answer;
      } catch (error) {
        return String((error as Error).cause ?? error);
      }
    };
    const first = await once();
    if (typeof first !== 'string') return first;
    this.repeated += 1;
    await sleep(1000);
    const second = await once();
    if (typeof second !== 'string') return second;
    this.lost.push(`${method} ${path.split('?')[0]}: ${first}, then ${second}`);
    throw new Error(this.lost.at(-1));
  }
}

const store = s3TestStore(`alcove-several-${randomBytes(6).toString('hex')}`);
if (store) {
  const dataDir = freshDataFolder();
  after(async () => {
    stopServers();
    rmSync(dataDir, { recursive: true, force: true });
    await removeBucket(store);
  });

  test('uploads go on while one of two processes is restarted and then the other killed: none is lost, one repeat mends all', async (t) => {
    const database = await openTestDatabase();
    t.after(() => database.stop());
    const env = {
      DATABASE_URL: database.url,
      ALCOVE_TRUST_PROXY: '127.0.0.1',
      ALCOVE_S3_ENDPOINT: store.endpoint,
      ALCOVE_S3_REGION: store.region,
      ALCOVE_S3_BUCKET: store.bucket,
      ALCOVE_S3_ACCESS_KEY: store.accessKey,
      ALCOVE_S3_SECRET_KEY: store.secretKey,
      ALCOVE_S3_UPLOAD_ACCESS_KEY: store.uploader!.accessKey,
      ALCOVE_S3_UPLOAD_SECRET_KEY: store.uploader!.secretKey,
    };
    const ports = [await freePort(), await freePort()] as const;
    const start = (index: 0 | 1): Promise<ServerProcess> => startServer(dataDir, ports[index], { env });
    const servers = [await start(0), await start(1)];
    const proxy = await startNginx(ports);
    t.after(() => proxy.stop());

    const browser = new Repeating(proxy.origin);
    const { personalRootId } = await browser.call(calls.user.signIn, { username: 'admin', password: adminPassword });
    const saved = new Map<string, string>();
    const failed: string[] = [];
    let going = true;
    const lane = async (name: string, size: () => number): Promise<void> => {
      for (let count = 0; going; count += 1) {
        const bytes = freshBytes(size());
        try {
          const { instanceId } = await uploadFile(browser, bytes, { name: `${name}-${count}.bin`, parentId: personalRootId });
          saved.set(instanceId, hashOf('sha256', bytes));
          await sleep(100);
        } catch (error) {
          failed.push(`${name}-${count}: ${(error as Error).message}`);
        }
      }
    };
    const working = [
      ...Array.from({ length: lanes.small }, (_, index) => lane(`small-${index}`, () => 1000 + Math.floor(Math.random() * 50_000))),
      ...Array.from({ length: lanes.inParts }, (_, index) => lane(`parts-${index}`, () => limits.partSize + 1000)),
    ];

    /** Waits until so many more files were saved. */
    const savesMore = async (count: number): Promise<void> => {
      for (const before = saved.size; saved.size < before + count && failed.length === 0;) await sleep(20);
    };
    // The two are alike, so each goes once.
    for (const [index, signal] of [
      [1, 'SIGTERM'],
      [0, 'SIGKILL'],
    ] as const) {
      await savesMore(4);
      assert.equal(await servers[index]!.kill(signal), signal === 'SIGTERM' ? 0 : signal);
      await savesMore(2); // by one process alone
      servers[index] = await start(index);
    }
    await savesMore(6);
    going = false;
    await Promise.all(working);
    t.diagnostic(`${saved.size} files, ${browser.repeated} requests repeated`);

    assert.deepEqual(browser.lost, []);
    assert.deepEqual(failed, []);
    const left = [...saved];
    const compare = async (): Promise<void> => {
      for (let one = left.pop(); one; one = left.pop()) {
        const [instanceId, sha256] = one;
        const { url } = await browser.call(calls.download.download, { instanceId });
        assert.ok(url.startsWith(proxy.origin), url);
        assert.equal(hashOf('sha256', Buffer.from(await (await fetch(url)).arrayBuffer())), sha256);
      }
    };
    await Promise.all(Array.from({ length: 8 }, compare));
    const check = await promisify(execFile)(serve, ['check'], {
      env: { ...serveEnv, ALCOVE_DATA_DIR: dataDir, ...env },
    }).catch((error: unknown) => error as { stdout: string; stderr: string; code: number });
    assert.ok(!('code' in check), check.stderr + check.stdout);
    assert.deepEqual(await Promise.all(servers.map((server) => server.kill('SIGTERM'))), [0, 0]);
  });
}
