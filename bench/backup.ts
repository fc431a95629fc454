/**
 * `node bench/backup.ts [files]`: backs up a server with so many files that were really uploaded, while it is uploaded to. The first backup is killed with -9,
 * and so is the server while the second runs. What that one has is restored into an empty folder, checked, and compared byte for byte.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killWhen, openServer, run, Uploads } from '../apps/server/src/operating/operator.test-support.ts';
import { freePort, freshDataFolder, startServer, stopServers } from '../apps/server/src/testing/index.ts';

const [files = 5000] = process.argv.slice(2).map(Number);
const began = performance.now();
const tell = (line: string): void => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line.trim()}`);

const base = freshDataFolder();
const folder = join(base, 'backup');
const uploads = new Uploads();
const env = { ALCOVE_DATA_DIR: join(base, 'original') };
const empty = { ALCOVE_DATA_DIR: join(base, 'restored') };
const entriesOf = (name: string): string[] => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : []);

async function told(words: readonly string[], of = env): Promise<void> {
  const { code, said } = await run(of, ...words);
  for (const line of said.trim().split('\n').slice(-3)) tell(line);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
}

try {
  const server = await startServer(env.ALCOVE_DATA_DIR, await freePort());
  await uploads.signIn(server.origin);
  await uploads.putMany(files);
  tell(`${files} files uploaded`);
  uploads.work();
  await killWhen(() => entriesOf('objects').length > 100, env, 'backup', folder);
  tell('the first backup was killed while it copied objects');

  const acknowledged = new Map(uploads.hashes);
  let running = true;
  const second = told(['backup', folder]).finally(() => (running = false));
  const snapshot = (): boolean => entriesOf('backups').some((set) => existsSync(join(folder, 'backups', set, 'audit_log.copy.gz')));
  while (running && !snapshot()) await sleep(5);
  if (!running) throw new Error('The backup ended before the server could be killed');
  await server.kill('SIGKILL');
  tell(`the server was killed; ${uploads.hashes.size - acknowledged.size} files were acknowledged meanwhile`);
  await second;
  await uploads.stop();

  await told(['restore', folder], empty);
  for (const command of [['check', '--contents'], ['verify-contents'], ['verify-log']]) await told(command, empty);
  const restored = await openServer(empty);
  await uploads.signIn(restored.origin);
  await uploads.intact(acknowledged);
  tell(`all ${acknowledged.size} files that were acknowledged before the backup are there, byte for byte`);
  await restored.close();
} finally {
  stopServers();
  rmSync(base, { recursive: true, force: true });
}
process.exit(0);
