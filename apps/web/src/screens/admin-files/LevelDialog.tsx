import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { ManagedFile, Sensitivity } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { levelNames } from './level-names.ts';
import { levels } from './managed-filter.ts';
import styles from './admin-files.module.css';

interface LevelDialogProps {
  items: readonly ManagedFile[];
  /** Of all that was found, of which these are the first. */
  all?: boolean;
  onPick(level: Sensitivity): void;
  onClose(): void;
}

/** Chooses the level of items. */
export function LevelDialog({ items, all = false, onPick, onClose }: LevelDialogProps) {
  const [first] = items;
  const [level, setLevel] = useState<Sensitivity>(first?.sensitivity ?? 'normal');
  const links = items.reduce((sum, item) => sum + item.links, 0);
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={usePhone()}
      title={
        all
          ? t('adminFiles.levelAllTitle')
          : items.length === 1
            ? t('adminFiles.levelTitle', { name: first?.instanceName ?? '' })
            : t('adminFiles.levelsTitle', { n: items.length })
      }
    >
      <div className={styles.form}>
        <Radio.Group label={t('files.sensitivity')} value={level} onChange={(value) => setLevel(value as Sensitivity)}>
          <div className={styles.levels}>
            {levels.map((value) => (
              <Radio key={value} value={value} label={t(levelNames[value])} />
            ))}
          </div>
        </Radio.Group>
        <p className={styles.caption} role="note">
          {level === 'high'
            ? links > 0 && !all
              ? t('adminFiles.highEndsLinks', { n: links })
              : t('adminFiles.highStays')
            : t('adminFiles.levelAbove')}
        </p>
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => onPick(level)}>{t('adminFiles.levelDone')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
