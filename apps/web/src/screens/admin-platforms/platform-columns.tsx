import { KeyRound } from 'lucide-react';
import type { Platform } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { CutCell, OnOffCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';

/** Names that are the same in every language. */
export const protocolName = (protocol: Platform['protocol']): string =>
  ({ oidc: 'OpenID Connect', ldap: 'LDAP', ad: 'Active Directory', scim: 'SCIM 2.0' })[protocol];
const addressOf = (platform: Platform): string =>
  platform.protocol === 'oidc' ? platform.issuer : platform.protocol === 'scim' ? platform.address : platform.url;
const stateOf = (platform: Platform): string =>
  t(
    !platform.enabled
      ? 'adminPlatforms.off'
      : platform.protocol === 'scim' && platform.held
        ? 'adminPlatforms.held'
        : platform.protocol === 'oidc' && platform.isTheSignIn
          ? 'adminPlatforms.theSignIn'
          : 'adminPlatforms.on',
  );
const lastOf = ({ lastSignIn }: Platform): string => (lastSignIn === null ? t('adminPlatforms.never') : formatFullTime(lastSignIn));
/** Only directories are synchronised. */
const syncOf = (platform: Platform): string =>
  !('lastSync' in platform) ? '' : platform.lastSync === null ? t('adminPlatforms.neverSynced') : formatFullTime(platform.lastSync);

export const platformColumns = (): Column<Platform>[] => [
  {
    id: 'name',
    title: t('adminPlatforms.name'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: ({ name }) => <CutCell text={name} />,
  },
  {
    id: 'protocol',
    title: t('adminPlatforms.protocol'),
    width: '148px',
    needs: 820,
    cell: ({ protocol }) => <CutCell text={protocolName(protocol)} />,
  },
  {
    id: 'address',
    title: t('adminPlatforms.url'),
    width: 'minmax(0, 1.4fr)',
    needs: 560,
    cell: (platform) => <CutCell text={addressOf(platform)} />,
  },
  { id: 'people', title: t('adminPlatforms.people'), width: '72px', needs: 640, align: 'end', cell: ({ people }) => people },
  { id: 'last', title: t('adminPlatforms.last'), width: '168px', needs: 900, cell: (platform) => <CutCell text={lastOf(platform)} /> },
  {
    id: 'sync',
    title: t('adminPlatforms.lastSync'),
    width: '168px',
    needs: 1080,
    cell: (platform) => <CutCell text={syncOf(platform)} />,
  },
  {
    id: 'state',
    title: t('adminPlatforms.state'),
    width: '136px',
    needs: 420,
    cell: (platform) => <OnOffCell on={platform.enabled}>{stateOf(platform)}</OnOffCell>,
  },
];

export const platformPhoneRow = (platform: Platform): PhoneRow => ({
  icon: <KeyRound size={18} strokeWidth={1.75} aria-hidden />,
  name: platform.name,
  facts: [stateOf(platform), addressOf(platform)].join(' · '),
});
