import { Worker } from 'node:worker_threads';
import type { Place } from './places.ts';
import type { Outcome, TextRule } from './text-rules.ts';

/** What the thread is asked, and what it says; of a comparison it says each outcome as soon as it is known. */
export type Ask = { text: string; rules: readonly TextRule[] } | { text: string; places: Omit<TextRule, 'revision'> };
export type Said = { outcome: Outcome } | { done: true } | { places: Place[] };

/** `slow`: rules that took too long, so that nobody knows whether they match. */
export interface Compared {
  found: number[];
  slow: number[];
}

export interface RuleMatcher {
  /** Compares a text with rules, one text at a time. */
  compare(text: string, rules: readonly TextRule[]): Promise<Compared>;
  /** Where a keyword or a pattern is found in a short text; null if that took too long. */
  places(text: string, rule: Omit<TextRule, 'revision'>): Promise<Place[] | null>;
  stop(): Promise<void>;
}

/** Wall-clock time for one outcome: the slowest pattern allowed needs some seconds of an idle CPU for the longest text. */
const mostMs = 60_000;
const memoryMiB = 256;

/** Compares in a thread. A thread that exceeds its limits is terminated, and what it was doing is left out. */
export function openRuleMatcher({ timeoutMs = mostMs }: { timeoutMs?: number } = {}): RuleMatcher {
  let worker: Worker | null = null;
  let before: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const begun = (): Worker => {
    const thread = new Worker(new URL('./rule-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
    thread.on('error', () => {}); // whoever waits for what it says gets the error
    thread.unref();
    return thread;
  };
  /** Everything that the thread says to one question, and whether it came to its end. */
  async function ask(question: Ask): Promise<{ said: Said[]; ended: boolean }> {
    if (stopped) throw new Error('the server stops');
    worker ??= begun();
    const answer = await answersOf(worker, question, timeoutMs);
    if (answer.ended) return answer;
    const ending = worker;
    worker = null;
    await ending.terminate();
    if (stopped) throw new Error('the server stops');
    return answer;
  }
  async function compareOne(text: string, rules: readonly TextRule[]): Promise<Compared> {
    const compared: Compared = { found: [], slow: [] };
    for (let left = [...rules]; left.length > 0;) {
      const { said, ended } = await ask({ text, rules: left });
      const outcomes = said.flatMap((one) => ('outcome' in one ? [one.outcome] : []));
      compared.found.push(...outcomes.flatMap(({ found }) => found));
      const known = new Set(outcomes.flatMap(({ revisions }) => revisions));
      left = left.filter(({ revision }) => !known.has(revision));
      if (ended) break;
      // What was under way: all keywords together, or the first pattern.
      const keywords = left.filter(({ kind }) => kind === 'keyword');
      const slow = keywords.length > 0 ? keywords : left.slice(0, 1);
      compared.slow.push(...slow.map(({ revision }) => revision));
      left = left.filter((rule) => !slow.includes(rule));
    }
    return compared;
  }
  const inLine = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const answer = before.then(work);
    before = answer.catch(() => {});
    return answer;
  };
  return {
    compare: (text, rules) => inLine(() => compareOne(text, rules)),
    places: (text, rule) =>
      inLine(async () => {
        const { said } = await ask({ text, places: rule });
        return said.flatMap((one) => ('places' in one ? [one.places] : []))[0] ?? null;
      }),
    async stop() {
      stopped = true;
      await worker?.terminate();
    },
  };
}

/** `ended`: it said all; otherwise it ended by its memory limit, by an error, or because it said nothing for too long. */
const answersOf = (worker: Worker, question: Ask, timeoutMs: number): Promise<{ said: Said[]; ended: boolean }> =>
  new Promise((resolve) => {
    const said: Said[] = [];
    const end = (ended: boolean): void => {
      clearTimeout(clock);
      worker.off('message', hear).off('error', broken).off('exit', broken);
      resolve({ said, ended });
    };
    const broken = (): void => end(false);
    let clock = setTimeout(broken, timeoutMs);
    const hear = (one: Said): void => {
      said.push(one);
      if (!('outcome' in one)) return end(true);
      clearTimeout(clock);
      clock = setTimeout(broken, timeoutMs);
    };
    worker.on('message', hear).on('error', broken).on('exit', broken);
    worker.postMessage(question);
  });
