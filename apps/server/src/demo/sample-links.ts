import type { Transaction } from 'kysely';
import type { LinkPermission } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { newPath } from '../link-sharing/index.ts';
import { insertLink } from '../links/index.ts';
import { addRule, beginVerification, lookAnew } from '../outbound/index.ts';
import { itemOf } from './demo-queries.ts';

/** External links to items at the top of a person's space. */
const links: readonly { by: string; name: string; permissions: LinkPermission[]; days?: number; visits?: number }[] = [
  { by: 'wanglei', name: '发布会主视觉_晨雾.png', permissions: ['preview', 'download'], days: 30, visits: 200 },
  { by: 'wanglei', name: '季度复盘', permissions: ['preview'], days: 7 },
  { by: 'liuyang', name: '品牌升级 2026', permissions: ['preview', 'download', 'edit'], days: 90 },
  // It holds a document of Word, so a reviewer decides on it.
  { by: 'zhaomin', name: '产品发布会物料', permissions: ['preview', 'download'] },
];

/** The links, and the rule that holds one of them back. `people` are the ids in the sample company, by account name. */
export async function linkSamples(transaction: Transaction<Tables>, people: ReadonlyMap<string, string>): Promise<void> {
  await lookAnew(transaction);
  await addRule(transaction, { name: 'Word 文档', kind: 'suffix', value: 'docx', action: 'review', enabled: true });
  for (const { by, name, permissions, days, visits } of links) {
    const creatorId = people.get(by)!;
    const item = await itemOf(transaction, creatorId, name);
    const id = newId();
    await insertLink(transaction, {
      id,
      path: newPath(),
      instance_id: item.id,
      creator_id: creatorId,
      name,
      password_hash: null,
      permissions,
      visitor_type: 'everyone',
      validity: days === undefined ? 'employment' : 'custom',
      expires_at: days === undefined ? null : new Date(Date.now() + days * 86_400_000),
      visit_limit: visits ?? null,
      watermark: 'default',
    });
    await beginVerification(transaction, id);
  }
}
