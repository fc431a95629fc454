import type { ConfigurationItem } from '@alcove/contract';
import { FormDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { settingName } from './setting-words.ts';
import { SettingForm } from './SettingForm.tsx';
import { SettingHistory } from './SettingHistory.tsx';

interface SettingDrawerProps {
  item: ConfigurationItem | null;
  /** Whether the reader may change settings. */
  edits: boolean;
  onClose(): void;
}

/** A setting, its form and its history. */
export const SettingDrawer = ({ item, edits, onClose }: SettingDrawerProps) => (
  <FormDrawer opened={item !== null} title={item && settingName(item.code)} width={440} onClose={onClose}>
    {({ onDirty }) =>
      item && (
        <>
          {/* A change by anybody begins the form anew. */}
          <SettingForm key={`${item.code} ${item.change?.changeId ?? ''}`} item={item} edits={edits} onDirty={onDirty} />
          <SettingHistory item={item} edits={edits} />
        </>
      )
    }
  </FormDrawer>
);
