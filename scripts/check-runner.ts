/** Runs the commands of ./test, logs each one in test-results/, and leaves no process running. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Counts, FileTime } from './sum-results.ts';

export const root = resolve(import.meta.dirname, '..');
export const results = join(root, 'test-results');
const limitMs = 30 * 60_000;
const shownOfAFailure = 60;

export class Runner {
  #wanted: string[];
  #running = new Set<ChildProcess>();
  #atEnd: (() => Promise<unknown>)[] = [];
  #counts = new Map<string, Counts>();
  #files: FileTime[] = [];
  #stopped: Promise<void> | null = null;

  constructor(wanted: string[]) {
    this.#wanted = wanted;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => void this.stopAll().then(() => process.exit(1)));
    }
  }

  wants(name: string): boolean {
    return this.#wanted.length === 0 || this.#wanted.includes(name);
  }

  async check(name: string, work: () => Promise<Counts>): Promise<void> {
    if (!this.wants(name) || this.#stopped) return;
    const started = performance.now();
    const counts = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.count(name, counts);
    this.#files.push(...(counts.files ?? []).map(({ file, ms }) => ({ file: name === 'external' ? `${file} (external)` : file, ms })));
    console.log(`${counts.failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
    for (const line of counts.remarks ?? []) console.log(`    ${line}`);
    if (counts.failed > 0) console.log(counts.remarks?.length ? `    (all of it: test-results/${name}*.log)` : this.#explain(name));
  }

  count(name: string, counts: Counts): void {
    this.#counts.set(name, counts);
  }

  sum(): Counts {
    const all = [...this.#counts.values()];
    return { passed: all.reduce((sum, one) => sum + one.passed, 0), failed: all.reduce((sum, one) => sum + one.failed, 0) };
  }

  /** The test files that took longest, the longest first. Two files run at a time. */
  slowest(count: number): FileTime[] {
    return [...this.#files].sort((a, b) => b.ms - a.ms).slice(0, count);
  }

  /** Returns the exit code. Each command leads its own process group, so that ending it ends its children too. */
  async run(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
    if (this.#stopped) return 1;
    const log = openSync(join(results, `${name}.log`), 'w');
    const child = spawn(command, args, {
      cwd: root,
      // A compile cache, shared by some two hundred processes.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...env, FORCE_COLOR: '0' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    this.#running.add(child);
    const timer = setTimeout(() => endGroup(child, 'SIGKILL'), limitMs);
    const code = await new Promise<number>((done) => {
      child.once('error', (error) => {
        console.log(`${name}: ${error.message}`);
        done(127);
      });
      child.once('exit', (exitCode) => done(exitCode ?? 1));
    });
    clearTimeout(timer);
    this.#running.delete(child);
    return code;
  }

  /** Registers what must be stopped at the end of the run, however it ends. */
  atEnd(stop: () => Promise<unknown>): void {
    this.#atEnd.push(stop);
  }

  /** Safe to call twice: a signal stops the checks, and so does the end of the run that it brings about. */
  stopAll(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const ends = [...this.#running].map((child) => new Promise((done) => child.once('exit', done)));
    for (const child of this.#running) endGroup(child, 'SIGTERM');
    const timer = setTimeout(() => {
      for (const child of this.#running) endGroup(child, 'SIGKILL');
    }, 10_000);
    await Promise.all(ends);
    clearTimeout(timer);
    await Promise.allSettled(this.#atEnd.map((stop) => stop()));
  }

  #explain(name: string): string {
    const log = join(results, `${name}.log`);
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []; // each group of tests has its own, named above
    const failing = lines.findIndex((line) => line.includes('failing tests:'));
    const from = failing >= 0 ? failing : Math.max(0, lines.length - shownOfAFailure);
    return (
      lines
        .slice(from, from + shownOfAFailure)
        .map((line) => `    ${line}`)
        .join('\n') + `\n    (all of it: test-results/${name}*.log)`
    );
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // the group has already ended
  }
}
