/**
 * The process in which a scheduled drill runs: of low priority, and without the settings and secrets of the server. It ends, and clears up, when
 * the server that began it is gone.
 */
import { constants, setPriority } from 'node:os';
import { readConfig } from '../config.ts';
import { drill } from './drill.ts';
import type { Drilled } from './drill.ts';
import { Refused } from './refusal.ts';
import type { RefusedBecause } from './refusal.ts';

export interface DrillOrder {
  folder: string;
  name: string;
  within: string;
  prefix: string;
}
export type DrillAnswer =
  | { kind: 'drilled'; drilled: Drilled }
  | { kind: 'refused'; because: RefusedBecause }
  | { kind: 'broke'; message: string };

const gone = new AbortController();
process.once('disconnect', () => gone.abort());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => gone.abort());
process.once('message', (order: DrillOrder) => void carryOut(order));

async function carryOut({ folder, name, within, prefix }: DrillOrder): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  let answer: DrillAnswer;
  try {
    const quiet = (): void => {};
    const drilled = await drill(readConfig({ ALCOVE_DATA_DIR: within }), folder, {
      name,
      within,
      prefix,
      signal: gone.signal,
      tell: quiet,
      say: quiet,
    });
    answer = { kind: 'drilled', drilled };
  } catch (error) {
    answer = error instanceof Refused ? { kind: 'refused', because: error.because } : { kind: 'broke', message: String(error) };
  }
  if (!process.connected) process.exit(1);
  process.send!(answer, () => process.exit(0));
}
