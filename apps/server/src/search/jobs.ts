import type { Jobs } from '../jobs/index.ts';
import { readContents } from './read-contents.ts';
import type { ReadDeps } from './read-contents.ts';
import { readNames, readNamesOfBefore } from './read-names.ts';
import { readSlowContents } from './read-slow-contents.ts';

/** Names that are read at once: some milliseconds in which nobody else is answered. */
const namesPerTurn = 200;

export const jobs = ({ reading, slowReading }: { reading: ReadDeps; slowReading: ReadDeps }) =>
  ({
    'read contents for the search': { everyMs: 10_000, work: () => readContents(reading) },
    'read old documents for the search': { everyMs: 10_000, work: () => readSlowContents(slowReading) },
    'read names of before for the search': { everyMs: 60_000, work: () => readNamesOfBefore(reading.database, namesPerTurn) },
    'read names for the search': {
      everyMs: 5000,
      gatherMs: 500,
      most: namesPerTurn,
      work: () => readNames(reading.database, namesPerTurn),
    },
  }) satisfies Jobs;
