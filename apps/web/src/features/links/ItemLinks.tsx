import { Button } from '@mantine/core';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { may } from '../../items/may.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePages } from '../../ui/use-pages.ts';
import { LinkLine } from './LinkLine.tsx';
import { linksOfItem } from './link-queries.ts';
import styles from './links.module.css';

/** Whether the reader may see who shared an item outside. */
export const seesLinks = (item: Instance): boolean =>
  item.fileSharingId === undefined && (may(item, 'share') || may(item, 'personnelManagement'));

interface ItemLinksProps {
  item: Pick<Instance, 'instanceId'>;
  /** Replaces the text for no links. */
  none?: string;
}

/** The links of an item, of all their creators; whoever may, withdraws them here. */
export function ItemLinks({ item, none }: ItemLinksProps) {
  const { list, more } = usePages(linksOfItem(item.instanceId));
  const links = list.data?.pages.flatMap((page) => page.items) ?? [];
  const left = (list.data?.pages[0]?.total ?? 0) - links.length;
  if (list.isError && !list.data)
    return <ErrorState title={t('links.loadFailed')} error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonRows rows={2} />;
  if (links.length === 0) return none === undefined ? null : <p className={styles.none}>{none}</p>;
  return (
    <>
      <ul className={styles.lines}>
        {links.map((link) => (
          <LinkLine key={link.linkPath} link={link} />
        ))}
      </ul>
      {more && (
        <Button variant="subtle" size="xs" {...more}>
          {t('links.moreLinks', { n: left })}
        </Button>
      )}
    </>
  );
}
