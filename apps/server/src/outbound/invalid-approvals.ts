import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { InvalidApproval } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findApproved, findApprovedItems } from './approval-queries.ts';
import { releases } from './release.ts';

/** `approved`: the link's last review ended so. */
export interface AskedLink {
  id: string;
  isOpen: boolean;
  approved: boolean;
}

/** Why an approval of these links does not hold any longer; those are missing that nobody approved, or whose approval holds. */
export async function whyInvalid(
  database: Kysely<Tables>,
  links: readonly AskedLink[],
): Promise<ReadonlyMap<string, InvalidApproval['why']>> {
  const approvals = await findApproved(
    database,
    links.map(({ id }) => id),
  );
  const why = new Map<string, InvalidApproval['why']>();
  for (const { id, isOpen, approved } of links) {
    const approval = approvals.get(id);
    if (!approval && !approved) continue;
    if (approval?.holds === false) why.set(id, 'withdrawn');
    else if (!isOpen) why.set(id, 'closed');
    else {
      const items = await findApprovedItems(database, id, limits.reviewedFiles);
      const found = [...(await releases(database, id, items.map((instanceId) => ({ instanceId })))).values()]; // prettier-ignore
      if (found.includes('refused')) why.set(id, 'refused');
      else if (found.some((release) => release !== 'released')) why.set(id, 'changed');
    }
  }
  return why;
}
