import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { NoReviews, Review } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { EmptyState, ErrorState, NothingFound, SkeletonRows } from '../../ui/empty-state/index.ts';
import { FilterBox } from '../../ui/list-screen/FilterBox.tsx';
import { Grow } from '../../ui/list-screen/ListScreen.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import type { NextPage } from '../../ui/use-pages.ts';
import { decidedStates, type ReviewFilter } from './review-filter.ts';
import { ReviewRow } from './ReviewRow.tsx';
import styles from './reviews.module.css';

interface ReviewQueueProps {
  rows: readonly Review[];
  query: Pick<
    UseInfiniteQueryResult<{ pages: { total: number; noReviews: NoReviews | null }[] }>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'
  >;
  /** Null at the end. */
  more: NextPage | null;
  filter: ReviewFilter;
  onFilter(next: Partial<ReviewFilter>): void;
  onOpen(reviewId: string): void;
}

/** The reviews, with what filters and orders them. */
export function ReviewQueue({ rows, query, more, filter, onFilter, onOpen }: ReviewQueueProps) {
  const now = useMinute();
  const { tab, keyword, withFindings, state } = filter;
  const narrowed = keyword !== '' || withFindings || state !== null;
  const total = query.data?.pages.at(-1)?.total ?? 0;
  return (
    <div className={styles.queue}>
      <div className={styles.filters}>
        {tab === 'waiting' ? (
          <ChoiceMenu
            plain
            label={t('adminReviews.oldest')}
            value={filter.sortOrder}
            defaultValue="asc"
            choices={[
              { value: 'asc' as const, text: t('adminReviews.oldest') },
              { value: 'desc' as const, text: t('adminReviews.newest') },
            ]}
            onChoose={(sortOrder) => onFilter({ sortOrder })}
          />
        ) : (
          <ChoiceMenu
            label={t('adminReviews.outcome')}
            value={state}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminReviews.anyOutcome') },
              ...decidedStates.map((value) => ({ value, text: t(`adminReviews.${value}`) })),
            ]}
            onChoose={(next) => onFilter({ state: next })}
          />
        )}
        <Grow />
        <ChoiceMenu
          label={t('adminReviews.findings')}
          value={withFindings ? 'found' : null}
          defaultValue={null}
          choices={[
            { value: null, text: t('adminReviews.anyFindings') },
            { value: 'found' as const, text: t('adminReviews.withFindings') },
          ]}
          onChoose={(next) => onFilter({ withFindings: next === 'found' })}
        />
        <div className={styles.find}>
          <FilterBox keyword={keyword} label={t('adminReviews.find')} onKeyword={(next) => onFilter({ keyword: next })} />
        </div>
      </div>
      <nav className={styles.rows} aria-label={t('adminReviews.queue')} aria-busy={query.isFetching || undefined} data-queue>
        {rows.map((review) => (
          <ReviewRow
            key={review.reviewId}
            review={review}
            now={now}
            current={review.reviewId === filter.reviewId}
            onOpen={() => onOpen(review.reviewId)}
          />
        ))}
        {more && (
          <Button variant="subtle" size="sm" className={styles.more ?? ''} {...more}>
            {t('adminReviews.more', { n: total - rows.length })}
          </Button>
        )}
        {rows.length === 0 && <Empty {...{ query, narrowed, keyword, tab, onFilter }} />}
      </nav>
    </div>
  );
}

function Empty({
  query,
  narrowed,
  keyword,
  tab,
  onFilter,
}: Pick<ReviewQueueProps, 'query' | 'onFilter'> & Pick<ReviewFilter, 'keyword' | 'tab'> & { narrowed: boolean }) {
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (narrowed) return <NothingFound query={keyword} onClear={() => onFilter({ keyword: '', withFindings: false, state: null })} />;
  if (tab === 'decided') return <EmptyState object="folder" title={t('adminReviews.decidedTitle')} text={t('adminReviews.decidedText')} />;
  const why = query.data?.pages.at(-1)?.noReviews ?? null;
  return why === null ? (
    <EmptyState object="star" title={t('adminReviews.doneTitle')} text={t('adminReviews.doneText')} />
  ) : (
    <NothingReviewed why={why} />
  );
}

const whyTexts = {
  noRule: { title: 'adminReviews.noRuleTitle', text: 'adminReviews.noRuleText', action: 'adminReviews.toRules' },
  rulesOff: { title: 'adminReviews.rulesOffTitle', text: 'adminReviews.rulesOffText', action: 'adminReviews.toSetting' },
} as const;
const ways = {
  noRule: { item: 'dlp.view', to: '/admin/contentRules' },
  rulesOff: { item: 'configuration.view', to: '/admin/configuration?keyword=contentRules' },
} as const;

/** Nothing will come, either. It leads to where that is changed whoever may look there. */
function NothingReviewed({ why }: { why: NoReviews }) {
  const { title, text, action } = whyTexts[why];
  const { item, to } = ways[why];
  const mayLook = useCurrentUser()?.adminItems.includes(item) ?? false;
  return (
    <EmptyState
      object="lens"
      title={t(title)}
      text={t(text)}
      action={
        mayLook && (
          <Button variant="default" component={Link} to={to}>
            {t(action)}
          </Button>
        )
      }
    />
  );
}
