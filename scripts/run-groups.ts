/**
 * Runs groups of test files, each group in its own process, several at a time.
 * node scripts/run-groups.ts plan.json
 * The plan: `{ groups: [{ files, isQuiet, report }] }`; `count-reporter.ts` writes to `report`. The output of a group is printed when it has ended.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from './test-groups.ts';

export interface GroupPlan {
  groups: (Group & { report: string })[];
}

/** Tests wait for timers and processes a third of the time, so four groups keep two cores busy. */
const atOnce = 4;
/** While a file runs that needs quiet. */
const atOnceInQuiet = 2;
/** V8 collects a quarter as often then. A file that runs alone may measure its memory. */
const roomForTheYoung = '--max-semi-space-size=64';

const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as GroupPlan;
const waiting = [...plan.groups];
let failed = false;

await Promise.all(
  Array.from({ length: atOnce }, async (_, lane) => {
    while (waiting.length > 0 && (lane < atOnceInQuiet || !waiting[0]!.isQuiet)) if (!(await passes(waiting.shift()!))) failed = true;
  }),
);
process.exit(failed ? 1 : 0);

async function passes({ files, report }: GroupPlan['groups'][number]): Promise<boolean> {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const counting = [`--test-reporter=${join(import.meta.dirname, 'count-reporter.ts')}`, `--test-reporter-destination=${report}`];
  const group = join(import.meta.dirname, 'test-group.ts');
  const memory = files.length > 1 ? [roomForTheYoung] : [];
  const child = spawn(process.execPath, ['--test-timeout=300000', ...memory, ...reporters, ...counting, group, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes));
  return new Promise((resolve) => {
    const end = (code: number | null, how: unknown): void => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) console.log(`A group ended with ${code ?? how}: ${files.join(' ')}`);
      resolve(code === 0);
    };
    child.once('error', (error) => end(null, error.message));
    child.once('close', end);
  });
}
