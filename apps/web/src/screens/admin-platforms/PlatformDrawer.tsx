import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Platform } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FormDrawer, type FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { newDirectory } from './directory-draft.ts';
import { directoryKind } from './directory-kind.ts';
import { protocolName } from './platform-columns.tsx';
import { newDraft } from './platform-draft.ts';
import { PlatformAddresses } from './PlatformAddresses.tsx';
import { PlatformForm } from './PlatformForm.tsx';
import { providerKind } from './provider-kind.ts';
import { newScim, scimKind } from './scim/scim-kind.ts';
import { ScimToken } from './scim/ScimToken.tsx';

/** The platform that the drawer shows; null: one that does not exist yet. */
export interface Edited {
  platform: Platform | null;
}

interface PlatformDrawerProps {
  edited: Edited | null;
  /** Whether the reader may change platforms. */
  edits: boolean;
  onClose(): void;
  /** A new one is shown as it was saved: an identity provider with the addresses that it must be told. */
  onCreated(platform: Platform): void;
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
        <FormOfKind
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

interface FormOfKindProps extends FormInDrawer, Edited {
  edits: boolean;
  onCreated(platform: Platform): void;
}

/** The protocol decides the fields. It is chosen once. */
function FormOfKind({ platform, ...form }: FormOfKindProps) {
  const [protocol, setProtocol] = useState<Platform['protocol']>(platform?.protocol ?? 'oidc');
  const phone = usePhone();
  const choice = (
    <SegmentedControl
      fullWidth
      orientation={phone ? 'vertical' : 'horizontal'}
      aria-label={t('adminPlatforms.protocol')}
      value={protocol}
      data={(['oidc', 'ldap', 'ad', 'scim'] as const).map((value) => ({ value, label: protocolName(value) }))}
      onChange={(value) => setProtocol(value as Platform['protocol'])}
    />
  );
  if (platform?.protocol === 'oidc')
    return (
      <PlatformForm
        kind={providerKind}
        platform={platform}
        fresh={newDraft()}
        head={<PlatformAddresses {...platform.addresses} />}
        {...form}
      />
    );
  if (platform?.protocol === 'scim')
    return (
      <PlatformForm
        kind={scimKind}
        platform={platform}
        fresh={newScim()}
        head={<ScimToken platform={platform} edits={form.edits} />}
        {...form}
      />
    );
  if (platform)
    return <PlatformForm kind={directoryKind} platform={platform} fresh={newDirectory(platform.protocol)} head={null} {...form} />;
  if (protocol === 'oidc') return <PlatformForm kind={providerKind} platform={null} fresh={newDraft()} head={choice} {...form} />;
  if (protocol === 'scim') return <PlatformForm key={protocol} kind={scimKind} platform={null} fresh={newScim()} head={choice} {...form} />;
  return <PlatformForm key={protocol} kind={directoryKind} platform={null} fresh={newDirectory(protocol)} head={choice} {...form} />;
}
