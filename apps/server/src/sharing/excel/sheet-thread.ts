import { Worker } from 'node:worker_threads';
import { Failure } from '../../http/index.ts';

const bounds = { ms: 10_000, megabytes: 192, threads: 2, waiting: 20 };

let running = 0;
const line: (() => void)[] = [];

/**
 * What a thread of its own answers, which is ended when it takes too much time or memory: workbooks are read and written by a library that
 * takes as long as it takes. Two run at once. Throws TOO_MANY_REQUESTS where too many wait, and what went wrong in the thread.
 */
export async function inSheetThread<Answer>(program: './sheet-worker.ts' | './write-worker.ts', given: object): Promise<Answer> {
  if (line.length >= bounds.waiting) throw new Failure('TOO_MANY_REQUESTS');
  if (running >= bounds.threads) await new Promise<void>((resolve) => line.push(resolve));
  else running += 1;
  try {
    return await answerOf<Answer>(program, given);
  } finally {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  }
}

async function answerOf<Answer>(program: string, given: object): Promise<Answer> {
  const worker = new Worker(new URL(program, import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
    env: {},
    stdout: true,
    stderr: true,
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      late = setTimeout(() => reject(new Error('it took too long')), bounds.ms);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended')));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
