import type { RequestOf, SensitivityOf, calls } from '@alcove/contract';
import type { UserContext } from '../http/index.ts';
import { authorise } from '../permission/index.ts';
import { concerned } from './change.ts';
import type { FileDeps } from './deps.ts';

/** For those who manage the people of it: the same who decide who gets at it. Throws FILE_NOT_FOUND, NOT_ALLOWED. */
export async function setSensitivity(
  { database, changes }: FileDeps,
  { instanceId, sensitivity }: RequestOf<typeof calls.instance.setSensitivity>,
  { caller }: UserContext,
): Promise<SensitivityOf> {
  const { place } = await authorise(database, caller, instanceId, 'personnelManagement');
  await database.updateTable('instance').set({ sensitivity }).where('id', '=', instanceId).execute();
  changes.listChanged(place, concerned(place));
  return { own: sensitivity, above: place.sensitivity.above };
}
