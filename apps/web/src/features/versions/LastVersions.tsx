import { useInfiniteQuery } from '@tanstack/react-query';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DrawerSection } from '../../ui/drawer-section/DrawerSection.tsx';
import { VersionList } from './VersionList.tsx';
import { versionsOf } from './version-queries.ts';

const shown = 3;

/** The latest versions and a link to all. */
export function LastVersions({ item, onAll }: { item: Instance; onAll(): void }) {
  const { data } = useInfiniteQuery(versionsOf(item));
  const [first] = data?.pages ?? [];
  if (!first) return null;
  return (
    <>
      <DrawerSection title={t('versions.title')} all={t('versions.all', { n: first.total })} onAll={onAll} />
      <VersionList item={item} versions={first.items.slice(0, shown)} short />
    </>
  );
}
