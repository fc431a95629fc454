import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { insertComment, insertFavourite, insertTag, itemOf } from './demo-queries.ts';

/** Tags and favorites of files at the top of a person's space, and comments of colleagues with whom the files are shared. */
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

/** `people` are the ids in the sample company, by account name. */
export async function markSamples(transaction: Transaction<Tables>, people: ReadonlyMap<string, string>): Promise<void> {
  for (const { of, name, tags = [], comments = [], starred } of marks) {
    const userId = people.get(of)!;
    const item = await itemOf(transaction, userId, name);
    for (const tag of tags) await insertTag(transaction, item, userId, tag);
    for (const [index, [by, text]] of comments.entries()) {
      const createdAt = minutesAgo(60 * (comments.length - index));
      await insertComment(transaction, { instanceId: item.id, authorId: people.get(by)!, text, createdAt });
    }
    if (starred) await insertFavourite(transaction, userId, item.id);
  }
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
