import { limits } from '@alcove/contract';
import type { DesktopSystem, PluginInfo } from '@alcove/contract';

/** Pure rules for the local plug-in (specification 1 sections 4, 5 and 9): when to ask for it, when to offer it, how to reach it. */

/** The computer that a browser runs on; null for phones and what nobody knows: there is no plug-in for those. */
export function systemOf(userAgent: string): DesktopSystem | null {
  if (/Android|iPhone|iPad|Mobile/i.test(userAgent)) return null;
  if (/Windows/i.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/i.test(userAgent)) return 'macos';
  return /Linux/i.test(userAgent) ? 'linux' : null;
}

/** Where the plug-in listens on this machine, for pages of `hostname`. */
export const pluginPortsOf = (
  hostname: string,
  testHosts: readonly string[],
): (typeof limits.pluginPorts)[keyof typeof limits.pluginPorts] => limits.pluginPorts[testHosts.includes(hostname) ? 'test' : 'production'];

/** At most every 12 hours. A time that lies ahead was noted by a clock that has since been set back. */
export const isPluginCheckDue = (askedAt: number | null, now: number): boolean =>
  askedAt === null || askedAt > now || now - askedAt >= limits.pluginCheckMs;

/** Compared by the last dotted segment. What cannot be read as a number is not older than anything. */
export function isOlderRevision(installed: string, offered: string): boolean {
  const last = (revision: string): number => (/(?:^|\.)\d+$/.test(revision) ? Number(revision.split('.').at(-1)) : Number.NaN);
  return last(installed) < last(offered);
}

export const pluginAddress = (info: PluginInfo | null, system: DesktopSystem | null): string | null =>
  info?.systems.find((one) => one.system === system)?.address ?? null;

/** Whether the client can be got for the reader's system: until then nothing advises it, and never on a phone. */
const isOffered = ({ info, system }: Pick<TransferFacts, 'info' | 'system'>): boolean => pluginAddress(info, system) !== null;

export interface TransferFacts {
  /** In the desktop client, which has the engine with it. */
  client: boolean;
  system: DesktopSystem | null;
  /** A public site never offers the plug-in, nor does a link visitor's page. */
  publicSite: boolean;
  fileDownloadPage: boolean;
  /** The plug-in is offered once per session. */
  offeredThisSession: boolean;
  /** The revision that answered on this machine, null when none did. */
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

/** Whether the plug-in matters to a selection: only then is this machine asked for it. */
export const wantsPlugin = (facts: Pick<UploadFacts, 'client' | 'publicSite' | 'fileDownloadPage' | 'files' | 'bytes'>): boolean =>
  !facts.client &&
  !facts.publicSite &&
  !facts.fileDownloadPage &&
  (facts.bytes >= limits.bytesBeforePluginPrompt || facts.files > limits.filesBeforePrompt);

/** An installed plug-in that may be used; it exists for Windows only. */
function installedWay({ system, installed, info, offeredThisSession }: TransferFacts): 'upgradePlugin' | 'usePlugin' | null {
  if (system !== 'windows' || installed === null) return null;
  if (!info || !isOlderRevision(installed, info.revision)) return 'usePlugin';
  return offeredThisSession || !isOffered({ info, system }) ? null : 'upgradePlugin';
}

/** Above 50 files the client is the one question asked, every time; it says what the plug-in's would. */
export function uploadWay(facts: UploadFacts): TransferWay {
  if (facts.client) return 'web';
  const wants = wantsPlugin(facts);
  const installed = wants ? installedWay(facts) : null;
  if (installed) return installed;
  if (!isOffered(facts)) return 'web';
  if (facts.files + facts.underWay > limits.filesBeforePrompt) return 'suggestClient';
  return wants && !facts.offeredThisSession ? 'installPlugin' : 'web';
}

/** A hint beside an upload, nothing to answer: some file is of 1 GB or more (specification 1 section 5). */
export const suggestsClient = (
  facts: Pick<TransferFacts, 'client' | 'fileDownloadPage' | 'info' | 'system'> & { largest: number },
): boolean => !facts.client && !facts.fileDownloadPage && facts.largest >= limits.bytesBeforeClientSuggestion && isOffered(facts);

/** From 1 GB on, on Windows (specification 1 section 5, browser download). */
export function downloadWay(facts: DownloadFacts): TransferWay {
  if (facts.client || facts.system !== 'windows' || facts.largest < limits.bytesBeforeClientSuggestion) return 'web';
  const installed = facts.publicSite || facts.fileDownloadPage ? null : installedWay(facts);
  return installed ?? (isOffered(facts) ? 'suggestClient' : 'web');
}

/** On the way to the plug-in; `tries` counts from 1. */
export type PluginConnection = { status: 'offline' | 'ready' | 'fallBackToBrowser' } | { status: 'waking' | 'connecting'; tries: number };
export type PluginEvent = 'wanted' | 'answered' | 'silent' | 'signedIn' | 'refused' | 'closed';
export type PluginCommand =
  | { do: 'wake' | 'connect'; afterMs: number }
  /** Every 40 s from here on. */
  | { do: 'heartbeat'; everyMs: number };

/**
 * Pure. Wakes the plug-in by its custom protocol (5 tries, 1 s apart), then connects (60 tries, 2 s apart); a login reply with
 * code 0 makes it ready. An event that does not fit came late and changes nothing.
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
