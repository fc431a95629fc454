/**
 * `node bench/moves.ts [files] [people]`: a company with so many files that were really uploaded, and the rows of so many more people, moves from the
 * embedded database to an external one, and then from its disk to another, or to the S3 store of ALCOVE_TEST_S3_*, while it is uploaded to. Then every file is
 * compared. Prints how long changes were held.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabase } from '../apps/server/src/database/testing.ts';
import { asTarget, freshS3, openServer, run, Uploads } from '../apps/server/src/operating/operator.test-support.ts';
import type { Env, OpenServer } from '../apps/server/src/operating/operator.test-support.ts';
import { freshDataFolder, openDatabaseOf } from '../apps/server/src/testing/index.ts';
import { connectionUrl, runningEmbedded } from '../apps/server/src/database/embedded-access.ts';
import { seedCompany } from './seed-company.ts';

const [files = 5000, people = 0] = process.argv.slice(2).map(Number);
const began = performance.now();
const tell = (line: string): void => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line.trim()}`);

const base = freshDataFolder();
const first: Env = { ALCOVE_DATA_DIR: join(base, 'first') };
const target = await openTestDatabase({ migrated: false });
const s3 = freshS3();
const uploads = new Uploads();

async function told(env: Env, ...words: string[]): Promise<void> {
  const { code, said } = await run(env, ...words);
  for (const line of said.trim().split('\n').slice(-3)) tell(line);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
}

/** Carries a move out under load. `to` as the place that it moves to; the next server is opened with the answer. */
async function move(server: OpenServer, env: Env, to: Env, command: string): Promise<void> {
  uploads.work();
  await told({ ...env, ...to }, command, ...(command === 'move-database' ? ['--hold=3600'] : []));
  await uploads.stop();
  await server.moved;
  await server.close();
  tell(`${uploads.hashes.size} files were acknowledged; changes refused: ${uploads.refusals.length}`);
}

try {
  mkdirSync(base, { recursive: true });
  let server = await openServer(first);
  await uploads.signIn(server.origin);
  await uploads.putMany(files);
  tell(`${files} files uploaded`);
  if (people > 0) {
    const own = await openDatabaseOf(first['ALCOVE_DATA_DIR']!);
    const { rows } = await own.pool.query<{ id: string }>('select id from blob limit 1');
    await own.stop();
    const size = { people, departments: Math.ceil(people / 50), groups: Math.ceil(people / 10) };
    await seedCompany(connectionUrl(runningEmbedded(join(first['ALCOVE_DATA_DIR']!, 'postgres'))!), size, rows[0]!.id);
    tell('rows seeded');
  }
  const toDatabase = { ALCOVE_TO_DATABASE_URL: target.url };
  await told({ ...first, ...toDatabase }, 'move-database', '--rehearse');
  await move(server, first, { ...toDatabase }, 'move-database');
  const second = { ...first, DATABASE_URL: target.url };
  server = await openServer(second);
  await uploads.signIn(server.origin);
  const place = s3?.env ?? { ALCOVE_DATA_DIR: join(base, 'second') };
  await move(server, second, asTarget(place), 'move-store');
  const third = { ...second, ...place };
  server = await openServer(third);
  await uploads.signIn(server.origin);
  await uploads.intact();
  tell(`all ${uploads.hashes.size} acknowledged files are there, byte for byte`);
  await server.close();
  for (const command of ['verify-contents', 'check', 'verify-log']) await told(third, command);
} finally {
  await target.stop();
  await s3?.remove();
  rmSync(base, { recursive: true, force: true });
}
process.exit(0);
