import { AppWindow, Monitor, Smartphone } from 'lucide-react';
import { deviceOf, type OpenSession, type SignInWay } from '@alcove/contract';
import { t } from '../../i18n/index.ts';

/** `Windows · Chrome 131`; the desktop app by the name it gives itself. */
export function deviceName(agent: string): string {
  const { system, browser } = deviceOf(agent);
  if (browser === null) return agent || t('identity.unknownDevice');
  return [system, browser].filter(Boolean).join(' · ');
}

/** Addresses that only the company's own network has. */
const inside = /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i;

/** The region that administrators named, or else whether the address is one of the internet. */
export const placeName = ({ place, address }: Pick<OpenSession, 'place' | 'address'>): string =>
  place ?? t(inside.test(address) ? 'identity.inside' : 'identity.internet');

const ways = {
  password: 'identity.byPassword',
  platform: 'identity.byPlatform',
  qr: 'identity.byQr',
  session: 'identity.bySession',
} as const satisfies Record<SignInWay, string>;

/** How somebody signed in; '' if that is not known. */
export const wayName = ({ way, platform }: { way: SignInWay | null; platform: string | null }): string => {
  if (way === null) return '';
  return way === 'platform' && platform !== null ? t('identity.signedInWith', { name: platform }) : t(ways[way]);
};

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function DeviceIcon({ agent, kind }: Pick<OpenSession, 'agent' | 'kind'>) {
  if (deviceOf(agent).handheld) return <Smartphone {...icon} />;
  return kind === 'client' ? <AppWindow {...icon} /> : <Monitor {...icon} />;
}
