import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { putInBin } from '../files/index.ts';
import { leaveFirstBin } from '../recycle/index.ts';
import { itemOf } from './demo-queries.ts';

/** What is deleted from the top of a person's space. `forGood`: from their bin, too, so that administrators have it in theirs. */
const deleted: readonly { by: string; name: string; forGood?: true }[] = [
  { by: 'wanglei', name: 'deploy-config.prod.yaml' },
  { by: 'zhaomin', name: '2026 年度预算.csv' },
  { by: 'liuyang', name: 'deploy-config.prod.yaml', forGood: true },
  { by: 'zhoumu', name: '季度复盘', forGood: true },
];

/** `people` are the ids in the sample company, by account name. */
export async function deleteSamples(transaction: Transaction<Tables>, people: ReadonlyMap<string, string>): Promise<void> {
  for (const { by, name, forGood } of deleted) {
    const userId = people.get(by)!;
    const { id } = await itemOf(transaction, userId, name);
    await putInBin(transaction, [id], userId);
    if (forGood) await leaveFirstBin(transaction, { instanceIds: [id] });
  }
}
