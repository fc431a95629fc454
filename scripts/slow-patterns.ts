/**
 * Finds regular expressions that take more than linear time. Such a pattern blocks the event loop, or a browser's page, for seconds on some
 * ten thousand characters. Each pattern is tried with texts made from its own parts: its repetitions, its beginning, and an end that does
 * not match.
 */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

export interface Pattern {
  file: string;
  line: number;
  source: string;
  flags: string;
}

interface Node {
  type: string;
  start: number;
  regex?: { pattern: string; flags: string };
}

/** Returns every regular expression literal of a TypeScript file. */
export function patternsIn(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const found: Pattern[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const { type, start, regex } = value as Node;
    if (type === 'Literal' && regex) {
      const line = text.slice(0, start).split('\n').length;
      found.push({ file, line, source: regex.pattern, flags: regex.flags });
    } else Object.values(value).forEach(walk);
  };
  walk(parseSync(file, text).program);
  return found;
}

/** Lengths in characters: exponential patterns are slow on a few characters, quadratic ones only on many. */
const rungs = [22, 400];
const [few, many] = [6000, 24_000];
/** A linear pattern takes a hundredth of these times; fast machines take a third of what slow ones take. */
const suspectMs = 0.5;
const slowMs = 8;
const slowOnFewMs = 6;

/** Describes a text on which the pattern is too slow, or returns null. */
export function attack({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  const { heads, pumps } = partsOf(source);
  for (const pump of pumps)
    for (const head of heads)
      for (const end of ['\u0000', '']) {
        const takes = (ms: number, length: number, times: number, measure = timeOf): boolean => {
          const text = head + pump.repeat(length / pump.length) + end;
          for (let tries = 0; tries < times; tries += 1) if (measure(pattern, text) <= ms) return false;
          return true;
        };
        const soon = rungs.some((length) => takes(slowOnFewMs, length, 1, clockOf) && takes(slowOnFewMs, length, 2));
        if (soon || (takes(suspectMs, few, 2, clockOf) && (takes(slowMs, few, 2) || takes(slowMs, many, 3))))
          return JSON.stringify(`${head}${pump}…${end}`);
      }
  return null;
}

/** In milliseconds of the clock, which is exact, but on a busy machine also counts the time in which others had the processor. */
function clockOf(pattern: RegExp, text: string): number {
  const began = performance.now();
  pattern.test(text);
  return performance.now() - began;
}

/** In milliseconds of the processor, which is counted in steps of up to 4 ms. */
function timeOf(pattern: RegExp, text: string): number {
  const began = process.threadCpuUsage();
  pattern.test(text);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const representatives: [in_: RegExp, characters: string[]][] = [
  [/\\s/, [' ', '\n']],
  [/\\p\{Z/, [' ']],
  [/\\d|0-9|\\p\{N/, ['0']],
  [/\\w|a-z|\\p\{L/, ['a']],
  [/A-Z|\\p\{Lu/, ['A']],
  [/\\p\{M/, ['\u0300']],
  [/\\p\{C/, ['\u200b']],
  [/\.|\[\^/, ['x']],
];

/** Returns the texts from which input for the pattern is made. */
function partsOf(source: string): { heads: string[]; pumps: string[] } {
  const plain = source
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\([nt])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\t'));
  const runs = plain
    .replace(/\\[a-zA-Z](\{[^}]*\})?/g, '\u0001')
    .replace(/\\(.)/g, '$1')
    .split(/[\u0001()[\]{}*+?|^$]+/)
    .filter((run) => run.length > 0);
  const characters = new Set([...runs.join('')].slice(0, 12));
  for (const [present, standing] of representatives) if (present.test(source)) for (const one of standing) characters.add(one);
  const singles = [...characters].slice(0, 16);
  const pairs = singles.slice(0, 7).flatMap((one) => singles.slice(0, 7).map((other) => one + other));
  const pumps = [...new Set([...singles, ...runs.slice(0, 8), ...pairs])];
  return { heads: [...new Set(['', 'x', ...runs.slice(0, 4), ...singles.slice(0, 4)])], pumps };
}
