/** The thread that decodes, folds and indexes texts, so that no request waits for it. It runs at low priority. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { indexText } from './index-text.ts';
import type { ToIndex } from './index-text.ts';

// On Linux this sets the priority of the calling thread only.
if (process.platform === 'linux') setPriority(5);

parentPort!.on('message', (given: ToIndex) => parentPort!.postMessage(indexText(given)));
