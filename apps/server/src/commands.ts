/** The commands beside that of serving, as they stand at the terminal: `serve backup /folder --keep=14`. */
import { runVerifyLog } from './audit-seals/index.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { exitCodes } from './integrity-check/index.ts';
import { runBackup, runDrill, runMoveDatabase, runMoveStore, runPacedCheck, runRestore, runVerifyContents } from './operating/index.ts';
import type { Given } from './operating/index.ts';
import { createAdmin, givePassword, turnAllowlistOff, whyNotStarted } from './terminal/index.ts';
import type { Terminal } from './terminal/index.ts';

type Command = (config: Config, given: Given, terminal: Terminal) => Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  'allowlist-off': (config, _given, terminal) => turnAllowlistOff(config, terminal),
  backup: runBackup,
  check: runPacedCheck,
  /** For the build: the code that V8 made while it loaded is kept when the process ends. */
  compile: () => Promise.resolve(0),
  'create-admin': (config, { words }, terminal) => createAdmin(config, words, terminal),
  'move-database': runMoveDatabase,
  'move-store': runMoveStore,
  'reset-password': (config, { words }, terminal) => givePassword(config, words, terminal),
  /** The former name of reset-password. */
  password: (config, { words }, terminal) => givePassword(config, words, terminal),
  restore: runRestore,
  'restore-drill': runDrill,
  'verify-contents': runVerifyContents,
  'verify-log': (config, { options, signal }, { say, texts }) =>
    runVerifyLog(config, { say, texts: texts.verifyLog, accept: options['accept'] !== undefined, signal }),
};

const isOption = (word: string): boolean => word.startsWith('--');
const nameOf = (line: readonly string[]): string => line.find((word) => !isOption(word)) ?? '';

export const isCommand = (line: readonly string[]): boolean => Object.hasOwn(commands, nameOf(line));

export interface CommandOptions extends Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Called once, when it begins. */
  interruption: () => AbortSignal;
}

/** Returns the exit code. */
export async function runCommand(line: readonly string[], { env, say, texts, interruption }: CommandOptions): Promise<number> {
  let config: Config | null = null;
  try {
    config = readConfig(env);
    const [, ...words] = line.filter((word) => !isOption(word));
    const options = Object.fromEntries(line.filter(isOption).map(splitOption));
    return await commands[nameOf(line)]!(config, { words, options, env, signal: interruption() }, { say, texts });
  } catch (error) {
    say(whyNotStarted(error, config, texts));
    return exitCodes.failed;
  }
}

function splitOption(word: string): [name: string, value: string] {
  const [, name, value = ''] = /^--([^=]*)(?:=(.*))?$/s.exec(word)!;
  return [name!, value];
}
