/** The thread that holds the dictionary of readings. It answers what it is asked in the order of the questions. */
import { parentPort } from 'node:worker_threads';
import { pinyin, polyphonic } from 'pinyin-pro';
import type { Ask } from './index.ts';

const options = { toneType: 'none', type: 'array', v: true } as const;
const read = ({ characters, as }: Ask): string[] =>
  as === 'any' ? polyphonic(characters, options).flat() : pinyin(characters, { ...options, surname: as === 'person' ? 'head' : 'off' });

parentPort!.on('message', (asks: Ask[]) => parentPort!.postMessage(asks.map((ask) => read(ask).join(' '))));
