import { Failure } from '../http/index.ts';
import { isNameTaken } from './file-queries.ts';

const mostTries = 5;

/** Something is not what it was before it was held: all of it is to be looked at anew. */
export class ChangedMeanwhile extends Error {}

/** Does it again when somebody took the name between the question and the answer: the unique index decides. Throws NAME_TAKEN. */
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
