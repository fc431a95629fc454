import type { Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** What hangs on the files at the top of a person's space: tags, what colleagues who have them by a share said, and a star. */
const marks: readonly {
  of: string;
  name: string;
  tags?: string[];
  comments?: [by: string, text: string][];
  starred?: true;
}[] = [
  { of: 'wanglei', name: '品牌升级 2026', starred: true },
  { of: 'wanglei', name: '发布会主视觉_晨雾.png', tags: ['主视觉', '发布会', '待印刷'] },
  { of: 'wanglei', name: '2026 年度预算.csv', tags: ['财务'], starred: true },
  {
    of: 'linruoxi',
    name: '会议纪要 10-28.md',
    tags: ['终稿'],
    comments: [
      ['wanglei', '第三条的时间和流程安排对不上，麻烦核一下。'],
      ['linruoxi', '好，今晚改。'],
    ],
  },
];

/** Of the sample company; ids by account name. */
export async function markSamples(transaction: Transaction<Tables>, people: ReadonlyMap<string, string>): Promise<void> {
  for (const { of, name, tags = [], comments = [], starred } of marks) {
    const userId = people.get(of)!;
    const { id, space_id: spaceId } = await transaction
      .selectFrom('instance')
      .innerJoin('space', 'space.root_id', 'instance.parent_id')
      .select(['instance.id', 'instance.space_id'])
      .where('space.owner_id', '=', userId)
      .where('instance.name', '=', name)
      .executeTakeFirstOrThrow();
    for (const tag of tags)
      await transaction
        .insertInto('tag')
        .values({ instance_id: id, folded_name: foldName(tag), name: tag, space_id: spaceId, creator_id: userId })
        .execute();
    for (const [index, [by, text]] of comments.entries())
      await transaction
        .insertInto('comment')
        .values({ id: newId(), instance_id: id, author_id: people.get(by)!, text, created_at: minutesAgo(60 * (comments.length - index)) })
        .execute();
    if (starred) await transaction.insertInto('favourite').values({ user_id: userId, instance_id: id }).execute();
  }
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
