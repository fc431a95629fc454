import type { Transaction } from 'kysely';
import type { LinkEnd, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import type { NamedLink } from './links-queries.ts';

/** Tells the creators of these links, and only them, that they are closed: each in one notice, which names one of the links. `by`: who brought it about. */
export async function tellEnded(
  transaction: Transaction<Tables>,
  links: readonly NamedLink[],
  { reason, by }: { reason: LinkEnd; by: NoticePerson | null },
): Promise<void> {
  for (const [creatorId, theirs] of Map.groupBy(links, (link) => link.creator_id)) {
    const { name: linkName, instance_name: instanceName } = theirs[0]!;
    const data = { by: by?.userId === creatorId ? null : by, reason, linkName, instanceName, links: theirs.length };
    await notify(transaction, [creatorId], { kind: 'linkEnded', data });
    await publish(transaction, [{ to: [creatorId], event: 'linkChanged' }]);
  }
}
