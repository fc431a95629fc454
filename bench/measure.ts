/** Timing and medians. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export async function repeat<Value>(times: number, work: (index: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < times; index++) values.push(await work(index));
  return values;
}

/** Items per second with `lanes` in parallel. */
export async function perSecond(count: number, lanes: number, work: (index: number, lane: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const ms = await elapsedMs(() =>
    Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let index = next++; index < count; index = next++) await work(index, lane);
      }),
    ),
  );
  return (count / ms) * 1000;
}

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Runs wrk, a load generator that costs little compared to what it measures. `script` is Lua. Fails when an answer is not 2xx. */
export async function load(
  url: string,
  options: { connections: number; seconds: number; headers?: Record<string, string>; script?: string },
): Promise<Load> {
  const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const script = options.script ? ['-s', options.script] : [];
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${options.connections}`,
    `-d${options.seconds}s`,
    '--latency',
    ...headers,
    ...script,
    url,
  ]);
  if (/Non-2xx|Socket errors: (?!connect 0, read 0, write 0, timeout 0)/.test(stdout)) throw new Error(`wrk on ${url}: ${stdout}`);
  const latency = (part: string): number => toMs(new RegExp(`${part}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout));
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p50Ms: latency('50'), p99Ms: latency('99') };
}

const toMs = (match: RegExpExecArray | null): number =>
  match ? Number(match[1]) * ({ us: 0.001, ms: 1, s: 1000 }[match[2]!] ?? 1) : Number.NaN;
