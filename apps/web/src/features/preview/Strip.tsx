import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Thumb } from '../../items/Thumb.tsx';
import styles from './preview.module.css';

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Thumbnails of the list's images, below the current one. */
export function Strip({ items, current, onItem }: { items: readonly Instance[]; current: string; onItem(item: Instance): void }) {
  return (
    <nav className={styles.strip} aria-label={t('preview.strip')}>
      {items.map((item) => (
        <button
          key={item.instanceId}
          ref={item.instanceId === current ? scrollHere : undefined}
          type="button"
          className={styles.stripItem}
          aria-current={item.instanceId === current || undefined}
          aria-label={item.instanceName}
          title={item.instanceName}
          tabIndex={-1}
          onClick={() => onItem(item)}
        >
          <Thumb item={item} size={30} />
        </button>
      ))}
    </nav>
  );
}
