/** A process that begins a move and is killed at a step: `killed-move.test-support.ts move-store switched`. */
import { readConfig, readTarget } from '../config.ts';
import { moveDatabase } from './move-database.ts';
import { moveStore } from './move-store.ts';

const [command, step] = process.argv.slice(2);
const options = {
  signal: new AbortController().signal,
  tell: () => {},
  reached: (at: string) => void (at === step && process.kill(process.pid, 'SIGKILL')),
};
const config = readConfig();
if (command === 'move-store') await moveStore(config, readTarget('store')!, options);
else await moveDatabase(config, readTarget('database')!, { ...options, rehearse: false, mostHeldMs: 60_000 });
process.exit(0);
