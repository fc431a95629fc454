import { Failure } from '../http/index.ts';
import { isNameTaken } from './file-queries.ts';

const mostTries = 5;

/** Something changed before it was locked, so all the work must be done again. */
export class ChangedMeanwhile extends Error {}

/**
 * Repeats the work if somebody took the name between the check and the insert: the unique index decides. Throws NAME_TAKEN after five
 * tries.
 */
export async function whileNamesChange<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isNameTaken(error) && !(error instanceof ChangedMeanwhile)) throw error;
      if (tries === mostTries) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
    }
  }
}
