import type { Transaction } from 'kysely';
import type { NoticeData } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { notifyUnlessUnread } from '../notices/index.ts';
import { administratorsWith } from '../roles/index.ts';
import { nameOfPlatform } from './person-queries.ts';

type WithoutName<News> = News extends unknown ? Omit<News, 'platformId' | 'platformName'> : never;
export type News = WithoutName<NoticeData['platformNews']>;

/** Tells those who change platforms what happened while nobody was looking. Whoever has not read the last such notice gets no second one. */
export async function tell(transaction: Transaction<Tables>, platformId: string, news: News): Promise<void> {
  const platformName = await nameOfPlatform(transaction, platformId);
  if (platformName === null) return;
  const notice = { kind: 'platformNews', data: { ...news, platformId, platformName } } as const;
  for (const userId of await administratorsWith(transaction, 'platforms.edit'))
    await notifyUnlessUnread(transaction, userId, notice, { platformId, news: news.news });
}
