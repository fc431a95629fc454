/**
 * How Chinese characters are read. The dictionary takes 10 MiB, and a tenth of a second until it is ready, so it lives in a thread: the
 * thread starts with the first question, and ends when nobody has asked for half a minute. What was answered lately is remembered here.
 */
import { Worker } from 'node:worker_threads';
import { whenIdle } from '../when-idle.ts';

/** `person`: the first characters are a surname. `any`: every reading that a single character has. */
export interface Ask {
  characters: string;
  as: 'person' | 'department' | 'any';
}

/** A page of names many times over: some 300 KiB. */
const mostRemembered = 4000;
const memoryMiB = 96;
const halfAMinute = 30_000;

interface Question {
  ask: Ask;
  resolve: (readings: string) => void;
  reject: (error: Error) => void;
}

/** The thread, and the questions that it has not answered yet, in order. */
interface Reader {
  worker: Worker;
  waiting: Question[];
}

const remembered = new Map<string, string>();
let asked: Question[] = [];
let reader: Reader | null = null;

/** One reading for each character, or the character itself if it has none. */
export async function readingsOf(ask: Ask): Promise<string[]> {
  const key = ask.as + ask.characters;
  let readings = remembered.get(key);
  if (readings === undefined) {
    readings = await new Promise<string>((resolve, reject) => {
      if (asked.push({ ask, resolve, reject }) === 1) queueMicrotask(send);
    });
    remembered.set(key, readings);
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!);
  }
  return readings.split(' ');
}

/** All questions of one moment are one message. */
function send(): void {
  reader ??= begin();
  reader.worker.ref();
  reader.worker.postMessage(asked.map(({ ask }) => ask));
  reader.waiting.push(...asked);
  asked = [];
  used();
}

function begin(): Reader {
  const begun: Reader = {
    worker: new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } }),
    waiting: [],
  };
  const lost = (error: Error): void => {
    if (reader === begun) reader = null;
    for (const { reject } of begun.waiting.splice(0)) reject(error);
  };
  begun.worker.on('message', (answers: string[]) => {
    for (const readings of answers) begun.waiting.shift()?.resolve(readings);
    // A process may end when nobody waits for an answer.
    if (begun.waiting.length === 0) begun.worker.unref();
  });
  begun.worker.on('error', lost);
  begun.worker.on('exit', () => lost(new Error('the thread of the readings ended')));
  return begun;
}

const used = whenIdle(
  () => {
    void reader?.worker.terminate();
    reader = null;
  },
  () => reader === null || reader.waiting.length === 0,
  halfAMinute,
);
