/** The real S3 engine of the tests: a Ceph with one process of each kind, on free ports, in a temporary folder. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './check-runner.ts';
import type { Runner } from './check-runner.ts';

const tries = 8;

export interface Ceph {
  /** The ALCOVE_TEST_S3_* settings. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Resolves once Ceph answers. It is stopped at the end of the run at the latest. */
export async function startCeph(runner: Runner): Promise<Ceph> {
  for (let attempt = 1; ; attempt++) {
    const folder = mkdtempSync('/tmp/alcove-ceph-');
    const port = await twoFreePorts();
    const down = async (): Promise<void> => {
      await promisify(execFile)(join(root, 'scripts/ceph-down'), [folder]).catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    };
    runner.atEnd(down);
    const exitCode = await runner.run('ceph', join(root, 'scripts/ceph-up'), [folder, String(port)]);
    if (exitCode === 0) return { settings: settings(port), stop: down };
    await down();
    if (attempt === tries) throw new Error(`Ceph did not start in ${tries} tries (see test-results/ceph.log)`);
    // The monitor sometimes refuses the object daemon (`wrong fsid`); a new Ceph then works.
    console.log(`Ceph did not start (code ${exitCode}); trying again`);
  }
}

/** The users that `scripts/ceph-up` creates. */
const settings = (port: number): Record<string, string> => ({
  ALCOVE_TEST_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  ALCOVE_TEST_S3_ACCESS_KEY: 'AKTEST',
  ALCOVE_TEST_S3_SECRET_KEY: 'SKTEST',
  ALCOVE_TEST_S3_UPLOAD_ACCESS_KEY: 'AKUPLOAD',
  ALCOVE_TEST_S3_UPLOAD_SECRET_KEY: 'SKUPLOAD',
});

/** The monitor takes the port after the gateway's. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const first = await listen(0);
    const { port } = first!.address() as AddressInfo;
    const second = await listen(port + 1);
    await Promise.all([first, second].map((server) => server && new Promise((done) => server.close(done))));
    if (second) return port;
  }
}

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
