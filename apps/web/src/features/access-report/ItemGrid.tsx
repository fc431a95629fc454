import { Check, X } from 'lucide-react';
import type { PermissionItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { itemName, itemsInOrder } from './item-names.ts';
import styles from './access-report.module.css';

/** All twenty permission items, granted or not. `withheld` are those that the person's company roles take away. */
export function ItemGrid({ items, withheld }: { items: readonly PermissionItem[]; withheld: readonly PermissionItem[] }) {
  return (
    <>
      <div className={styles.section}>
        {t('accessReport.result')}
        <span className={styles.figure}>{t('accessReport.resultCount', { n: items.length, all: itemsInOrder.length })}</span>
      </div>
      <ul className={styles.items}>
        {itemsInOrder.map((item) => {
          const given = items.includes(item);
          return (
            <li
              key={item}
              data-given={given || undefined}
              aria-label={t(given ? 'accessReport.allowed' : 'accessReport.refused', { item: itemName(item) })}
            >
              {given ? <Check size={14} strokeWidth={2.4} aria-hidden /> : <X size={14} strokeWidth={1.75} aria-hidden />}
              {itemName(item)}
            </li>
          );
        })}
      </ul>
      {withheld.length > 0 && (
        <p className={styles.withheld}>{t('accessReport.withheld', { items: withheld.map(itemName).join(t('common.comma')) })}</p>
      )}
    </>
  );
}
