/** What anybody, signed in or not, may read of the service configuration. */
import { signedOutPath } from '@alcove/contract';
import type { DesktopSystem, PluginInfo, ServiceConfig, SignInWays } from '@alcove/contract';
import type { ReadServiceConfig } from '../database/index.ts';

const signInPath = '/disk/signIn';

/** Without the platforms. */
export async function signInWays(serviceConfig: ReadServiceConfig): Promise<Omit<SignInWays, 'platforms' | 'directories' | 'platformId'>> {
  const {
    systemTitle,
    signOutAddress,
    passkeySignIn,
    qrSignIn,
    signInRegions,
    helpDocuments,
    publicDocuments,
    feedback,
    outsourcingProcess,
    productSite,
    portal,
  } = await serviceConfig();
  return {
    redirect: signInPath,
    signOut: signOutAddress || signInPath,
    qr: qrSignIn,
    regions: signInRegions,
    passkeys: passkeySignIn,
    systemTitle,
    links: { helpDocs: helpDocuments, publicDocs: publicDocuments, feedback, outsourcing: outsourcingProcess, productSite, portal },
  };
}

/** Where somebody goes to sign out at the platform that signed them in. It sends them back to our page. */
export function signOutAt(address: string, origin: string): string {
  const url = new URL(address);
  url.searchParams.set('post_logout_redirect_uri', `${origin}${signedOutPath}`);
  return url.href;
}

/** The client of each system: the one under its own code, or else the one listed with the plug-in's revision. */
export function clientsOf({ pluginInfo: plugin, clientDownload }: ServiceConfig): PluginInfo['systems'] {
  const named = Object.entries(clientDownload).map(([system, client]) => ({ system: system as DesktopSystem, ...client }));
  return [...named, ...plugin.systems.filter(({ system }) => clientDownload[system] === undefined)];
}

/** Whether this address of ours is a test site. */
export const isTestSite = ({ testHosts, pluginInfo: plugin }: ServiceConfig, origin: string): boolean =>
  [...testHosts, ...plugin.testHosts].includes(new URL(origin).hostname);

export async function pluginInfo(serviceConfig: ReadServiceConfig): Promise<PluginInfo> {
  const config = await serviceConfig();
  const { revision, testHosts } = config.pluginInfo;
  return { revision, systems: clientsOf(config), testHosts: [...new Set([...testHosts, ...config.testHosts])] };
}
