import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { SecondBinItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { commonPlaces } from './common-places.ts';
import styles from './second-bin.module.css';

interface RestoreToProps {
  /** At least one. */
  items: readonly SecondBinItem[];
  onPick(place: { instanceId: string; name: string }): void;
  onClose(): void;
}

/** Chooses one of the folders that are left above the items. An administrator does not see what else is in the space. */
export function RestoreTo({ items, onPick, onClose }: RestoreToProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const phone = usePhone();
  const first = items[0]!;
  // Deepest first: that is the nearest to where they were.
  const places = commonPlaces(items)
    .map(({ instanceId, name }, depth) => ({ instanceId, name: depth === 0 ? first.spaceName : name }))
    .toReversed();
  const place = places.find(({ instanceId }) => instanceId === chosen) ?? places[0];
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={phone}
      title={
        items.length === 1 ? t('adminBin.restoreToTitle', { name: first.instanceName }) : t('adminBin.restoreManyTo', { n: items.length })
      }
    >
      <Radio.Group label={t('adminBin.places')} value={place?.instanceId ?? ''} onChange={setChosen}>
        <div className={styles.places}>
          {places.map(({ instanceId, name }) => (
            <Radio key={instanceId} value={instanceId} label={name} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!place} onClick={() => place && onPick(place)}>
          {t('adminBin.restoreHere', { name: place?.name ?? '' })}
        </Button>
      </div>
    </Dialog>
  );
}
