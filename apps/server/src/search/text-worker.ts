/** The thread that recognises, folds and counts texts, so that no request waits for it; the system lets everything else go first. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { indexText } from './index-text.ts';
import type { ToIndex } from './index-text.ts';

// Of this thread alone: that is what Linux takes the caller to be.
if (process.platform === 'linux') setPriority(5);

parentPort!.on('message', (given: ToIndex) => parentPort!.postMessage(indexText(given)));
