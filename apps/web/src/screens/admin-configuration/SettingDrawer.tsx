import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import type { ConfigurationItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { usePhone } from '../../ui/use-media.ts';
import { settingName } from './setting-words.ts';
import { SettingForm } from './SettingForm.tsx';
import { SettingHistory } from './SettingHistory.tsx';
import styles from './configuration.module.css';

interface SettingDrawerProps {
  item: ConfigurationItem | null;
  /** Whether the reader may change settings. */
  edits: boolean;
  onClose(): void;
}

/** A setting, its form and its history, in a drawer; on a phone it rises from below. */
export function SettingDrawer({ item, edits, onClose }: SettingDrawerProps) {
  const phone = usePhone();
  const dirty = useRef(false);
  const close = async () => {
    const question = {
      type: 'warning',
      title: t('adminConfiguration.discard'),
      text: t('adminConfiguration.discardText'),
      confirmLabel: t('adminConfiguration.discardConfirm'),
      cancelLabel: t('adminConfiguration.keepEditing'),
      danger: true,
    } as const;
    if (dirty.current && !(await confirm(question))) return;
    dirty.current = false;
    onClose();
  };
  return (
    <Drawer
      opened={item !== null}
      onClose={() => void close()}
      title={item && settingName(item.code)}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '94%' : 440}
      {...(phone && { offset: 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: styles.drawerBody ?? '' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      {item && (
        <>
          {/* A change by anybody begins the form anew. */}
          <SettingForm
            key={`${item.code} ${item.change?.changeId ?? ''}`}
            item={item}
            edits={edits}
            onDirty={(is) => {
              dirty.current = is;
            }}
          />
          <SettingHistory item={item} edits={edits} />
        </>
      )}
    </Drawer>
  );
}
