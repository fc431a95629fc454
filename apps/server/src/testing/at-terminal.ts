/** Runs ./start as a person does: in a pseudoterminal, and as an ordinary user even if the tests run as root. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isReachableByOthers } from '../database/index.ts';
import { isRoot } from '../reserved-users.ts';

const project = fileURLToPath(new URL('../../../..', import.meta.url));
/**
 * The user nobody, because initdb needs a user with a name. A project below a closed folder, such as root's home, can only be started by
 * root.
 */
const user = isRoot() && isReachableByOthers(project) ? { uid: 65_534, gid: 65_534 } : undefined;

/** Builds the web app and the server if they are not built yet, because another user may not build them. */
export const prepareStart = (): void => {
  for (const what of ['web', 'server']) execFileSync(process.execPath, [join(project, `scripts/build-${what}.ts`)], { stdio: 'ignore' });
};

/** A folder that belongs to the user who starts. */
export function homeOfNewcomer(): string {
  const home = mkdtempSync(join(tmpdir(), 'alcove-newcomer-'));
  if (user) chownSync(home, user.uid, user.gid);
  return home;
}

export interface AtTerminal {
  /** The terminal's output, with `\n` as line end. */
  shown(): string;
  /** Waits until this text is shown; throws if the command ends without it. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Types Ctrl-C. */
  interrupt(): void;
  /** The exit code. */
  ended: Promise<number>;
}

export function startAtTerminal(env: Record<string, string>): AtTerminal {
  const child = spawn('script', ['--quiet', '--return', '--command', 'exec ./start', '/dev/null'], {
    ...user,
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text.replaceAll('\r\n', '\n')));
  let over = false;
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  void ended.then(() => (over = true));
  return {
    shown: () => shown,
    ended,
    interrupt: () => void child.stdin.write('\x03'),
    until: async (pattern) => {
      for (;;) {
        const found = pattern.exec(shown);
        if (found) return found;
        if (over) throw new Error(`it ended without showing ${pattern}:\n${shown}`);
        await sleep(20);
      }
    },
  };
}
