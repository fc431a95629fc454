import type { Transaction } from 'kysely';
import { shareLevels } from '@alcove/contract';
import type { GrantSubject, ShareLevel } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { putGrants } from '../permission/index.ts';
import { insertShare, itemOf } from './demo-queries.ts';

/** Shared items and their recipients: people by account name, departments by name. */
const shares: readonly {
  by: string;
  name: string;
  days?: number;
  people?: Record<string, ShareLevel>;
  departments?: Record<string, ShareLevel>;
}[] = [
  { by: 'wanglei', name: '品牌升级 2026', people: { zhaomin: 'edit', linruoxi: 'manager' }, departments: { 市场部: 'viewOnly' } },
  { by: 'wanglei', name: '季度复盘', people: { yaolan: 'download' }, days: 30 },
  { by: 'zhaomin', name: '产品发布会物料', people: { wanglei: 'edit', smith: 'edit' }, departments: { 研发中心: 'download' } },
  { by: 'liuyang', name: '客户合同', people: { wanglei: 'viewOnly', xiejun: 'download' }, days: 90 },
  { by: 'smith', name: 'Launch event', people: { wanglei: 'download', liuyang: 'edit' } },
  { by: 'linruoxi', name: '会议纪要 10-28.md', people: { wanglei: 'download', zhaomin: 'download' } },
];

/** `ids` are the ids in the sample company: people by account name, departments by name. */
export async function shareSamples(
  transaction: Transaction<Tables>,
  ids: { people: ReadonlyMap<string, string>; departments: ReadonlyMap<string, string> },
): Promise<void> {
  const subjects = (kind: GrantSubject['kind'], named: Record<string, ShareLevel> = {}) =>
    Object.entries(named).map(([name, level]) => ({
      subject: { kind, id: (kind === 'person' ? ids.people : ids.departments).get(name)! },
      role: shareLevels[level],
    }));
  for (const { by, name, days, people, departments } of shares) {
    const initiatorId = ids.people.get(by)!;
    const { id: instanceId } = await itemOf(transaction, initiatorId, name);
    const expiresAt = days === undefined ? null : new Date(Date.now() + days * 86_400_000);
    const shareId = await insertShare(transaction, { instanceId, initiatorId, expiresAt });
    const given = [...subjects('person', people), ...subjects('department', departments)];
    await putGrants(
      transaction,
      { kind: 'share', id: shareId },
      initiatorId,
      given.map((one) => ({ ...one, instanceId, expiresAt })),
    );
  }
}
