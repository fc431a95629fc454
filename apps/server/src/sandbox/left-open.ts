/**
 * Descriptors that whoever starts the server leaves open reach every program that it starts. Node closes those of low numbers and those
 * that it opens itself; a child's own table is the only place where the others can be put out of reach.
 */
import { openSync, readFileSync, readdirSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';

const closedOnExec = 0o2000000;

/** Those beyond the first that have a use for a program, by their numbers. Read before the server opens anything of that kind. */
const leftOpen = readdirSync('/proc/self/fd')
  .map(Number)
  .sort((one, other) => one - other)
  .filter(isPassedOn);

let nothing: number | undefined;

/** The descriptors of a program, and nothing behind the numbers of those that were left open. */
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
    // It was the one that the list was read from.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
