import { pino } from 'pino';
import { openAlcove } from './alcove.ts';
import type { Alcove } from './alcove.ts';
import { collectWhenQuiet } from './collect-when-quiet.ts';
import { isCommand, runCommand } from './commands.ts';
import { acceptedRisks, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { backupsOf, fillSampleCompany, somePeople } from './demo/index.ts';
import { logOptions, sentences } from './log.ts';
import { exitCodes } from './integrity-check/index.ts';
import { runBackup } from './operating/index.ts';
import { firstMinute, terminalTexts, whyNotStarted } from './terminal/index.ts';

/** The log goes to standard output, as JSON if that is no terminal. Messages for people go to standard error. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const texts = terminalTexts();

/** Aborted by the first Ctrl-C. The second one exits at once. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (interrupted.signal.aborted ? process.exit(exitCodes.interrupted) : interrupted.abort()));
  return interrupted.signal;
}

async function listen(alcove: Alcove, config: Config): Promise<string> {
  const address = await alcove.app.listen({ host: config.host, port: config.port });
  return `${address.replace('0.0.0.0', '127.0.0.1')}/disk/`;
}

/** Aborts at the first signal to stop. A second signal ends the process at once. */
function stopAsked(mostMs: number): AbortSignal {
  const asked = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (asked.signal.aborted) process.exit(1);
      say(`\n${texts.stopping(signal)}`);
      setTimeout(() => process.exit(1), mostMs).unref();
      asked.abort();
    });
  return asked.signal;
}

/** Returns the exit code: 1 if the files or the database were moved away, so that whoever looks after the process notices. */
async function serve(config: Config): Promise<number> {
  const began = performance.now();
  const moved = new AbortController();
  const stop = AbortSignal.any([stopAsked(config.drainMs + 30_000), moved.signal]);
  // A person reads a terminal; a file or a collector reads JSON.
  const logger = process.stdout.isTTY ? pino(logOptions(config.logLevel), sentences(process.stdout)) : pino(logOptions(config.logLevel));
  const alcove = await openAlcove(config, logger, {
    administratorMade: (drawn) => say(texts.signIn(drawn)),
    onMoved: () => {
      say(texts.movedAway);
      moved.abort();
    },
  }).catch((error: unknown) => {
    // A Ctrl-C in the terminal also reaches the child processes of the start, which then fail.
    if (stop.aborted) process.exit(0);
    throw error;
  });
  try {
    if (demo && !stop.aborted) await makeSample(alcove, config, stop);
    if (!stop.aborted) {
      const address = await listen(alcove, config);
      collectWhenQuiet();
      say(texts.ready(address, ((performance.now() - began) / 1000).toFixed(1)));
      if (acceptedRisks(config).includes('ALCOVE_S3_SINGLE_USER')) say(texts.singleUser);
      for (const paragraph of firstMinute({ ...(await alcove.lacking()), isRoot: process.getuid?.() === 0 }, texts)) say(paragraph);
      await new Promise((resolve) => (stop.aborted ? resolve(null) : stop.addEventListener('abort', resolve, { once: true })));
    }
  } finally {
    await alcove.close();
  }
  return moved.signal.aborted ? 1 : 0;
}

/** With a first backup, so that the dashboard has something to say. */
async function makeSample(alcove: Alcove, config: Config, signal: AbortSignal): Promise<void> {
  const people = somePeople.join(', ');
  const made = await fillSampleCompany(alcove, config, (drawn) => say(texts.sampleMade(people, drawn)));
  if (!made) return say(texts.sampleThere(people));
  await runBackup(config, { words: [backupsOf(config).folder], options: {}, env: process.env, signal }, { say: () => {}, texts });
}

const words = process.argv.slice(2);
const demo = words.includes('--demo');

/** Returns the exit code. */
async function run(): Promise<number> {
  if (isCommand(words)) return runCommand(words, { env: process.env, say, texts, interruption });
  let config: Config | null = null;
  try {
    config = readConfig();
    if (demo) config = { ...config, backups: backupsOf(config) };
    return await serve(config);
  } catch (error) {
    say(whyNotStarted(error, config, texts));
    return 1;
  }
}

void run().then((code) => process.exit(code));
