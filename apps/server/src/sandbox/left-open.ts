/**
 * Descriptors that the server inherited open would reach every program that it starts. Node closes low-numbered ones and those that it
 * opened itself; the others can only be replaced in the child's own table.
 */
import { openSync, readFileSync, readdirSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';

const closedOnExec = 0o2000000;

/** The numbers of inherited descriptors beyond the first ones that a program needs. Read before the server opens any itself. */
const leftOpen = readdirSync('/proc/self/fd')
  .map(Number)
  .sort((one, other) => one - other)
  .filter(isPassedOn);

let nothing: number | undefined;

/** The stdio of a program: its own descriptors, and nothing behind the inherited numbers. */
export function withoutLeftOpen(stdio: Exclude<StdioOptions, string>): Exclude<StdioOptions, string> {
  const replaced = leftOpen.filter((fd) => fd >= stdio.length);
  if (replaced.length === 0) return stdio;
  nothing ??= openSync('/dev/null', 'r');
  const all = [...stdio];
  for (const fd of replaced) {
    while (all.length < fd) all.push('ignore');
    all.push(nothing);
  }
  return all;
}

function isPassedOn(fd: number): boolean {
  if (fd <= 2) return false;
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch (error) {
    // This was the descriptor of the directory listing itself.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
