/**
 * Runs groups of test files, each group in its own process, `atOnce` at a time.
 * node scripts/run-groups.ts plan.json
 * The plan: `{ atOnce, groups: [{ files, report }] }`; `count-reporter.ts` writes to `report`. The output of a group is printed when it has
 * ended.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GroupPlan {
  atOnce: number;
  groups: { files: string[]; report: string }[];
}

const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as GroupPlan;
const waiting = [...plan.groups];
let failed = false;

await Promise.all(
  Array.from({ length: plan.atOnce }, async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) if (!(await passes(group))) failed = true;
  }),
);
process.exit(failed ? 1 : 0);

async function passes({ files, report }: GroupPlan['groups'][number]): Promise<boolean> {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const counting = [`--test-reporter=${join(import.meta.dirname, 'count-reporter.ts')}`, `--test-reporter-destination=${report}`];
  const group = join(import.meta.dirname, 'test-group.ts');
  const child = spawn(process.execPath, ['--test-timeout=180000', ...reporters, ...counting, group, ...files], {
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
