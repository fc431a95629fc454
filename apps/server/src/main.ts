import { pino } from 'pino';
import { openAlcove } from './alcove.ts';
import type { Alcove } from './alcove.ts';
import { exitCodes, runCheck } from './check/index.ts';
import { acceptedRisks, ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { DatabaseStartError } from './database/index.ts';
import { fillSampleCompany } from './demo/index.ts';
import { firstMinute } from './first-minute.ts';
import { logOptions, sentences } from './log.ts';
import { WrongStore } from './removal/index.ts';
import { StoreSetupError } from './storage/index.ts';

/** The log goes to standard output, as JSON where that is no terminal; what a person needs goes to standard error, in words. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function fail(error: unknown, exitCode = 1): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') say('The port is in use: stop what uses it, or set ALCOVE_PORT to another one.');
  else if (['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EPERM'].includes(code ?? ''))
    say(`The data folder cannot be written (${message}): set ALCOVE_DATA_DIR to a folder that can.`);
  else if ([ConfigError, DatabaseStartError, StoreSetupError, WrongStore].some((kind) => error instanceof kind)) say(message);
  else say(`Alcove could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`);
  process.exit(exitCode);
}

/** Ctrl-C ends it with what it has found by then; a second one at once. */
async function checkAndExit(config: Config): Promise<never> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (interrupted.signal.aborted ? process.exit(exitCodes.interrupted) : interrupted.abort()));
  const contents = process.argv.includes('--contents');
  process.exit(
    await runCheck(config, say, { contents, signal: interrupted.signal }).catch((error: unknown) => fail(error, exitCodes.failed)),
  );
}

async function listen(alcove: Alcove, config: Config): Promise<string> {
  const address = await alcove.app.listen({ host: config.host, port: config.port });
  return `${address.replace('0.0.0.0', '127.0.0.1')}/disk/`;
}

async function run(): Promise<void> {
  const began = performance.now();
  const config = readConfig();
  if (process.argv.includes('check')) return checkAndExit(config);
  // A person reads a terminal; a file or a collector reads JSON.
  const logger = process.stdout.isTTY ? pino(logOptions(config.logLevel), sentences(process.stdout)) : pino(logOptions(config.logLevel));
  const alcove = await openAlcove(config, logger);
  let closing: Promise<void> | null = null;
  const stop = (signal: string): void => {
    if (closing) process.exit(1); // asked twice: at once
    say(`\nStopping (${signal}) …`);
    closing = alcove.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
    setTimeout(() => process.exit(1), config.drainMs + 30_000).unref();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  try {
    const sample = process.argv.includes('--demo') ? await fillSampleCompany(alcove, config) : null;
    const address = await listen(alcove, config);
    say(`Alcove is ready after ${((performance.now() - began) / 1000).toFixed(1)} s: ${address}`);
    if (acceptedRisks(config).includes('ALCOVE_S3_SINGLE_USER'))
      say(
        'ALCOVE_S3_SINGLE_USER: uploads are signed by the user that reads the whole store. Where the store obeys headers that are not signed ' +
          '(Ceph does), every person who uploads can read every object. ALCOVE_S3_UPLOAD_ACCESS_KEY names a user that may only write.',
      );
    for (const paragraph of firstMinute({ ...(await alcove.lacking()), isRoot: process.getuid?.() === 0 })) say(paragraph);
    if (alcove.newAdminPassword)
      say(
        `Administrator: admin   Password${config.adminPassword === null ? ` (shown this once): ${alcove.newAdminPassword}` : ': that of ALCOVE_ADMIN_PASSWORD'}`,
      );
    if (sample) say(`Sample company: ${sample.people.join(', ')} …   Password of all${passwordOfSample(sample.password, config)}`);
  } catch (error) {
    await alcove.close();
    throw error;
  }
}

/** One that was drawn is shown once; one that the operator gave is known to who may know it, and terminals are kept in logs. */
function passwordOfSample(password: string | null, { demoPassword }: Config): string {
  if (password === null) return ': as shown at its first start';
  return demoPassword === null ? ` (shown this once): ${password}` : ': that of ALCOVE_DEMO_PASSWORD';
}

run().catch(fail);
