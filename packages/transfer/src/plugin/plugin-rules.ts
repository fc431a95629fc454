import { limits } from '@alcove/contract';
import type { DesktopSystem, PluginInfo } from '@alcove/contract';

/** Pure rules for the local plug-in (specification 1 sections 4, 5 and 9): when to check for it, when to offer it, how to connect to it. */

/** The operating system of the browser. Null for phones and unknown systems, which have no plug-in. */
export function systemOf(userAgent: string): DesktopSystem | null {
  if (/Android|iPhone|iPad|Mobile/i.test(userAgent)) return null;
  if (/Windows/i.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/i.test(userAgent)) return 'macos';
  return /Linux/i.test(userAgent) ? 'linux' : null;
}

/** The ports on which the plug-in listens on this computer, for pages of `hostname`. */
export const pluginPortsOf = (
  hostname: string,
  testHosts: readonly string[],
): (typeof limits.pluginPorts)[keyof typeof limits.pluginPorts] => limits.pluginPorts[testHosts.includes(hostname) ? 'test' : 'production'];

/** At most every 12 hours. A time in the future was stored before the clock was set back. */
export const isPluginCheckDue = (askedAt: number | null, now: number): boolean =>
  askedAt === null || askedAt > now || now - askedAt >= limits.pluginCheckMs;

/** Compares the last dotted segments. A revision without a number there is never older. */
export function isOlderRevision(installed: string, offered: string): boolean {
  const last = (revision: string): number => (/(?:^|\.)\d+$/.test(revision) ? Number(revision.split('.').at(-1)) : Number.NaN);
  return last(installed) < last(offered);
}

export const pluginAddress = (info: PluginInfo | null, system: DesktopSystem | null): string | null =>
  info?.systems.find((one) => one.system === system)?.address ?? null;

/** Whether the client is available for the reader's system. If not, as on phones, nothing suggests it. */
const isOffered = ({ info, system }: Pick<TransferFacts, 'info' | 'system'>): boolean => pluginAddress(info, system) !== null;

export interface TransferFacts {
  /** Running in the desktop client, which includes the engine. */
  client: boolean;
  system: DesktopSystem | null;
  /** Public sites and pages of link visitors never offer the plug-in. */
  publicSite: boolean;
  fileDownloadPage: boolean;
  /** The plug-in is offered only once per session. */
  offeredThisSession: boolean;
  /** The revision of the plug-in that answered on this computer; null if none did. */
  installed: string | null;
  info: PluginInfo | null;
}
export interface UploadFacts extends TransferFacts {
  files: number;
  bytes: number;
  /** Uploads already in the list. */
  underWay: number;
}
export interface DownloadFacts extends TransferFacts {
  /** Bytes. */
  largest: number;
}
export type TransferWay = 'web' | 'suggestClient' | 'installPlugin' | 'upgradePlugin' | 'usePlugin';

/** Whether the plug-in matters for a selection. Only then is this computer checked for it. */
export const wantsPlugin = (facts: Pick<UploadFacts, 'client' | 'publicSite' | 'fileDownloadPage' | 'files' | 'bytes'>): boolean =>
  !facts.client &&
  !facts.publicSite &&
  !facts.fileDownloadPage &&
  (facts.bytes >= limits.bytesBeforePluginPrompt || facts.files > limits.filesBeforePrompt);

/** How an installed plug-in can be used. It exists for Windows only. */
function installedWay({ system, installed, info, offeredThisSession }: TransferFacts): 'upgradePlugin' | 'usePlugin' | null {
  if (system !== 'windows' || installed === null) return null;
  if (!info || !isOlderRevision(installed, info.revision)) return 'usePlugin';
  return offeredThisSession || !isOffered({ info, system }) ? null : 'upgradePlugin';
}

/** Above 50 files the client is the only suggestion, every time: it covers what the plug-in's would say. */
export function uploadWay(facts: UploadFacts): TransferWay {
  if (facts.client) return 'web';
  const wants = wantsPlugin(facts);
  const installed = wants ? installedWay(facts) : null;
  if (installed) return installed;
  if (!isOffered(facts)) return 'web';
  if (facts.files + facts.underWay > limits.filesBeforePrompt) return 'suggestClient';
  return wants && !facts.offeredThisSession ? 'installPlugin' : 'web';
}

/** A hint next to an upload, without a choice: some file has 1 GB or more (specification 1 section 5). */
export const suggestsClient = (
  facts: Pick<TransferFacts, 'client' | 'fileDownloadPage' | 'info' | 'system'> & { largest: number },
): boolean => !facts.client && !facts.fileDownloadPage && facts.largest >= limits.bytesBeforeClientSuggestion && isOffered(facts);

/** From 1 GB on Windows (specification 1 section 5, browser download). */
export function downloadWay(facts: DownloadFacts): TransferWay {
  if (facts.client || facts.system !== 'windows' || facts.largest < limits.bytesBeforeClientSuggestion) return 'web';
  const installed = facts.publicSite || facts.fileDownloadPage ? null : installedWay(facts);
  return installed ?? (isOffered(facts) ? 'suggestClient' : 'web');
}

/** The state of the connection to the plug-in; `tries` counts from 1. */
export type PluginConnection = { status: 'offline' | 'ready' | 'fallBackToBrowser' } | { status: 'waking' | 'connecting'; tries: number };
export type PluginEvent = 'wanted' | 'answered' | 'silent' | 'signedIn' | 'refused' | 'closed';
export type PluginCommand =
  | { do: 'wake' | 'connect'; afterMs: number }
  /** Every 40 s from now on. */
  | { do: 'heartbeat'; everyMs: number };

/**
 * Pure. Wakes the plug-in by its custom protocol (5 tries, 1 s apart), then connects (60 tries, 2 s apart). A login reply with code 0 makes
 * it ready. Events that do not fit the state are late and change nothing.
 */
export function advancePlugin(before: PluginConnection, event: PluginEvent): { state: PluginConnection; commands: PluginCommand[] } {
  const stay = { state: before, commands: [] };
  const next = (state: PluginConnection, ...commands: PluginCommand[]) => ({ state, commands });
  const { pluginWake: wake, pluginConnect: connect } = limits;
  switch (event) {
    case 'wanted':
      if (before.status !== 'offline') return stay;
      return next({ status: 'waking', tries: 1 }, { do: 'wake', afterMs: 0 });
    case 'answered':
      if (before.status !== 'waking') return stay;
      return next({ status: 'connecting', tries: 1 }, { do: 'connect', afterMs: 0 });
    case 'silent':
      if (before.status !== 'waking') return stay;
      if (before.tries >= wake.tries) return next({ status: 'fallBackToBrowser' });
      return next({ status: 'waking', tries: before.tries + 1 }, { do: 'wake', afterMs: wake.apartMs });
    case 'signedIn':
      if (before.status !== 'connecting') return stay;
      return next({ status: 'ready' }, { do: 'heartbeat', everyMs: limits.pluginHeartbeatMs });
    case 'refused':
      if (before.status !== 'connecting') return stay;
      if (before.tries >= connect.tries) return next({ status: 'fallBackToBrowser' });
      return next({ status: 'connecting', tries: before.tries + 1 }, { do: 'connect', afterMs: connect.apartMs });
    case 'closed':
      return before.status === 'ready' ? next({ status: 'offline' }) : stay;
    default:
      return event satisfies never;
  }
}
