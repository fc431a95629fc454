import { KeyRound } from 'lucide-react';
import type { OidcPlatform } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { CutCell, OnOffCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';

const stateOf = ({ enabled, isTheSignIn }: OidcPlatform): string =>
  t(!enabled ? 'adminPlatforms.off' : isTheSignIn ? 'adminPlatforms.theSignIn' : 'adminPlatforms.on');
const lastOf = ({ lastSignIn }: OidcPlatform): string => (lastSignIn === null ? t('adminPlatforms.never') : formatFullTime(lastSignIn));

export const platformColumns = (): Column<OidcPlatform>[] => [
  {
    id: 'name',
    title: t('adminPlatforms.name'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: ({ name }) => <CutCell text={name} />,
  },
  { id: 'protocol', title: t('adminPlatforms.protocol'), width: '148px', needs: 820, cell: () => <CutCell text="OpenID Connect" /> },
  {
    id: 'issuer',
    title: t('adminPlatforms.issuer'),
    width: 'minmax(0, 1.4fr)',
    needs: 560,
    cell: ({ issuer }) => <CutCell text={issuer} />,
  },
  { id: 'people', title: t('adminPlatforms.people'), width: '72px', needs: 640, align: 'end', cell: ({ people }) => people },
  { id: 'last', title: t('adminPlatforms.last'), width: '168px', needs: 900, cell: (platform) => <CutCell text={lastOf(platform)} /> },
  {
    id: 'state',
    title: t('adminPlatforms.state'),
    width: '136px',
    needs: 420,
    cell: (platform) => <OnOffCell on={platform.enabled}>{stateOf(platform)}</OnOffCell>,
  },
];

export const platformPhoneRow = (platform: OidcPlatform): PhoneRow => ({
  icon: <KeyRound size={18} strokeWidth={1.75} aria-hidden />,
  name: platform.name,
  facts: [stateOf(platform), platform.issuer].join(' · '),
});
