import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { t } from '../../../i18n/index.ts';
import { transferPanelView } from './panel-view.ts';
import { addressOf, marking } from '../../../items/file-address.ts';
import type { ArrivedAt } from '../queue/arrived.ts';
import styles from './ArrivedList.module.css';

/** What was uploaded and where it is, once nothing is under way any more. */
export function ArrivedList({ places, touch }: { places: readonly ArrivedAt[]; touch: boolean }) {
  const navigate = useNavigate();
  const open = async ({ parentId, lastId }: ArrivedAt) => {
    const address = await addressOf(parentId);
    if (touch) transferPanelView.change({ open: false });
    await navigate(marking(address, lastId));
  };
  return (
    <div className={styles.places}>
      {places.map((place) => (
        <div key={place.parentId} className={styles.place}>
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden className={styles.tick} />
          <span className={styles.text}>
            <span className={styles.what}>
              {place.n === 1 ? t('transfer.arrivedOne', { name: place.lastName }) : t('transfer.arrived', { n: place.n })}
            </span>
            <span className={styles.where}>{place.path.join(' / ')}</span>
          </span>
          <Button size={touch ? 'sm' : 'xs'} variant="default" onClick={() => void open(place)}>
            {t('transfer.openLocation')}
          </Button>
        </div>
      ))}
    </div>
  );
}
