import { useInfiniteQuery } from '@tanstack/react-query';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DrawerSection } from '../../ui/drawer-section/DrawerSection.tsx';
import { CommentList } from './CommentList.tsx';
import { commentsOf, inOrder } from './comment-queries.ts';

const shown = 2;

/** The latest comments and a link to all. */
export function LastComments({ item, onAll }: { item: Instance; onAll(): void }) {
  const { data } = useInfiniteQuery(commentsOf(item));
  const total = data?.pages[0]?.total ?? 0;
  if (!data || total === 0) return null;
  return (
    <>
      <DrawerSection title={t('comments.title')} all={t('comments.all', { n: total })} onAll={onAll} />
      <CommentList item={item} comments={inOrder(data).slice(-shown)} />
    </>
  );
}
