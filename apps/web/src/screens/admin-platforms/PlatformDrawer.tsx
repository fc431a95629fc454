import type { OidcPlatform } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FormDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { PlatformForm } from './PlatformForm.tsx';

/** The platform that the drawer shows; null: one that does not exist yet. */
export interface Edited {
  platform: OidcPlatform | null;
}

interface PlatformDrawerProps {
  edited: Edited | null;
  /** Whether the reader may change platforms. */
  edits: boolean;
  onClose(): void;
  /** A new one is shown with the addresses that the platform must be told. */
  onCreated(platform: OidcPlatform): void;
}

export const PlatformDrawer = ({ edited, edits, onClose, onCreated }: PlatformDrawerProps) => (
  <FormDrawer
    opened={edited !== null}
    title={edited?.platform ? edited.platform.name : t('adminPlatforms.create')}
    width={520}
    foot
    onClose={onClose}
  >
    {(form) =>
      edited && (
        <PlatformForm
          key={edited.platform?.platformId ?? ''}
          platform={edited.platform}
          edits={edits}
          {...form}
          onCreated={(platform) => {
            form.onDirty(false);
            onCreated(platform);
          }}
        />
      )
    }
  </FormDrawer>
);
