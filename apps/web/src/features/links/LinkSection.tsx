import { Button } from '@mantine/core';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { linkRefusal } from '../../items/may.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ItemLinks, seesLinks } from './ItemLinks.tsx';
import { linkDialogs } from './link-dialogs.ts';
import styles from './links.module.css';

/** In the details: whether an item is shared outside, by which links, and the way to a new one. */
export function LinkSection({ item }: { item: Instance }) {
  const refused = linkRefusal([item], !useOnline());
  if (item.fileSharingId !== undefined) return null;
  return (
    <>
      <div className={styles.sectionHead}>
        {t('links.section')}
        {refused === undefined && (
          <Button size="xs" variant="default" onClick={() => linkDialogs.open({ kind: 'create', item })}>
            {t('links.create')}
          </Button>
        )}
      </div>
      {seesLinks(item) ? (
        <ItemLinks item={item} none={t('links.none')} />
      ) : (
        <p className={styles.none}>{refused !== undefined && item.sensitivity === 'high' ? refused : t('links.none')}</p>
      )}
    </>
  );
}
