import type { Transaction } from 'kysely';
import type { GrantSubject, InstanceId, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { peopleReached } from '../departments/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';

type Subjects = readonly GrantSubject[];

interface ShareNews {
  /** The actor, who needs no notice. */
  actor: NoticePerson;
  initiatorId: string;
  instance: { instanceId: InstanceId; name: string };
}

const reached = (transaction: Transaction<Tables>, subjects: Subjects): Promise<string[]> => {
  const idsOf = (kind: GrantSubject['kind']) => subjects.filter((one) => one.kind === kind).map(({ id }) => id);
  return peopleReached(transaction, { userIds: idsOf('person'), departmentIds: idsOf('department') });
};

/** Notifies new recipients, and refreshes the lists of everyone concerned. */
export async function tellGiven(
  transaction: Transaction<Tables>,
  { actor, initiatorId, instance, before, given, message }: ShareNews & { before: Subjects; given: Subjects; message: string | undefined },
): Promise<void> {
  const had = await reached(transaction, before);
  const have = await reached(transaction, given);
  const knew = new Set([...had, actor.userId, initiatorId]);
  const said = message?.trim();
  await notify(
    transaction,
    have.filter((id) => !knew.has(id)),
    {
      kind: 'shared',
      data: { by: actor, instanceId: instance.instanceId, instanceName: instance.name, ...(said && { message: said }) },
    },
  );
  await publish(transaction, [{ to: [...new Set([...had, ...have, initiatorId, actor.userId])], event: 'sharingChanged' }]);
}

/** Notifies those who lost the share. People who leave by themselves are not notified. */
export async function tellTaken(
  transaction: Transaction<Tables>,
  { actor, initiatorId, instance, taken, left, silent = false }: ShareNews & { taken: Subjects; left: Subjects; silent?: boolean },
): Promise<void> {
  const had = await reached(transaction, taken);
  const have = new Set([...(await reached(transaction, left)), actor.userId, initiatorId]);
  if (!silent)
    await notify(
      transaction,
      had.filter((id) => !have.has(id)),
      { kind: 'shareWithdrawn', data: { by: actor, instanceName: instance.name } },
    );
  await publish(transaction, [{ to: [...new Set([...had, ...have])], event: 'sharingChanged' }]);
}
