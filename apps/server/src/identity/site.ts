/** What the service configuration says of this site to anybody, signed in or not. */
import type { DesktopSystem, PluginInfo, SignInWays } from '@alcove/contract';
import type { ReadServiceConfig } from '../database/index.ts';

const signInPath = '/disk/signIn';

export async function signInWays(serviceConfig: ReadServiceConfig): Promise<SignInWays> {
  const { systemTitle, helpDocuments, publicDocuments, feedback, outsourcingProcess, productSite, portal } = await serviceConfig();
  return {
    redirect: signInPath,
    signOut: signInPath,
    systemTitle,
    links: { helpDocs: helpDocuments, publicDocs: publicDocuments, feedback, outsourcing: outsourcingProcess, productSite, portal },
  };
}

/** The client of each system is the one under its own code, else the one that stands beside the plug-in's revision. */
export async function pluginInfo(serviceConfig: ReadServiceConfig): Promise<PluginInfo> {
  const { pluginInfo: plugin, clientDownload, testHosts } = await serviceConfig();
  const named = Object.entries(clientDownload).map(([system, client]) => ({ system: system as DesktopSystem, ...client }));
  return {
    revision: plugin.revision,
    systems: [...named, ...plugin.systems.filter(({ system }) => clientDownload[system] === undefined)],
    testHosts: [...new Set([...plugin.testHosts, ...testHosts])],
  };
}
