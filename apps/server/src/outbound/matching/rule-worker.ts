/** The thread that compares texts with rules, so that no request waits for it. It runs at low priority. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { foldForRules } from './fold.ts';
import { placesOf } from './places.ts';
import { compare } from './text-rules.ts';
import type { Ask, Said } from './rule-matcher.ts';

// On Linux this sets the priority of the calling thread only.
if (process.platform === 'linux') setPriority(5);

const say = (said: Said): void => parentPort!.postMessage(said);

parentPort!.on('message', (ask: Ask) => {
  if ('places' in ask) return say({ places: placesOf(ask.places.kind, ask.places.value, ask.text) });
  for (const outcome of compare(foldForRules(ask.text), ask.rules)) say({ outcome });
  say({ done: true });
});
