import { spawn } from 'node:child_process';
import { findProgram } from './find-program.ts';

export interface Isolation {
  isolated: boolean;
  /** What stands before a program's own command line. */
  wrapper: readonly string[];
}

/**
 * Nobody: a program that takes over the parser of a hostile file finds nothing there that it may read. Only root can become
 * somebody else.
 */
export const unprivileged: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A user namespace gives the right to the others: no network, and process ids that all end with the first of them. */
const options = ['--user', '--map-root-user', '--net', '--ipc', '--pid', '--fork', '--kill-child'];

/** Tries it: kernels, containers and distributions each have a switch of their own that forbids it. */
export async function probeIsolation(): Promise<Isolation> {
  const unshare = await findProgram('unshare');
  const wrapper = unshare === null ? [] : [unshare, ...options, '--'];
  const isolated = unshare !== null && (await succeeds(wrapper));
  return { isolated, wrapper: isolated ? wrapper : [] };
}

const succeeds = ([program = '', ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, [...args, '/bin/sh', '-c', 'exit 0'], { ...unprivileged, stdio: 'ignore', cwd: '/' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
