import { calls, limits, type PluginInfo } from '@alcove/contract';
import {
  downloadWay,
  isPluginCheckDue,
  pluginAddress,
  pluginPortsOf,
  suggestsClient,
  uploadWay,
  wantsPlugin,
  type TransferWay,
  type UploadFacts,
} from '@alcove/transfer';
import { call } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { allowed } from '../../../api/current-user.ts';
import { clientOffered, system } from '../../../api/desktop-client.ts';
import { confirm, type Question } from '../../../ui/confirm/confirm.ts';

const infoKey = 'alcove-plugin-info';
const offeredKey = 'alcove-plugin-offered';

let offeredHere = false;
/** Once per session: a reload does not ask again. Where storage is forbidden a session is as long as its page. */
function offered(): boolean {
  try {
    return offeredHere || sessionStorage.getItem(offeredKey) !== null;
  } catch {
    return offeredHere;
  }
}
function noteOffered(): void {
  offeredHere = true;
  try {
    sessionStorage.setItem(offeredKey, '1');
  } catch {
    // Storage is forbidden in this browser.
  }
}

interface Kept {
  askedAt: number;
  info: PluginInfo;
}
function keptInfo(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(infoKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** What the server offers, asked for at most every 12 hours. Null when it cannot be asked: that must not stop an upload. */
async function pluginInfo(): Promise<PluginInfo | null> {
  const kept = keptInfo();
  if (kept && !isPluginCheckDue(kept.askedAt, Date.now())) return kept.info;
  const info = await call(calls.user.pluginInfo, {}).catch(() => null);
  if (!info) return kept?.info ?? null;
  try {
    localStorage.setItem(infoKey, JSON.stringify({ askedAt: Date.now(), info } satisfies Kept));
  } catch {
    // Storage is forbidden in this browser: the next selection asks again.
  }
  return info;
}

/** The revision of the plug-in on this machine, null when none answers within a second. It exists for Windows only. */
async function installedRevision(info: PluginInfo | null): Promise<string | null> {
  if (system !== 'windows') return null;
  const { http } = pluginPortsOf(location.hostname, info?.testHosts ?? []);
  try {
    const answer = await fetch(`http://127.0.0.1:${http}/checkClouddiskPlugin`, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(limits.pluginProbeMs),
    });
    const { code, revision } = (await answer.json()) as { code?: unknown; revision?: unknown };
    return code === 0 && typeof revision === 'string' ? revision : null;
  } catch {
    return null; // nobody listens there, which is what was asked
  }
}

const site = () => ({ client: false, publicSite: allowed().publicSite, fileDownloadPage: false });

/** What to say beside a large download: the client is better, or the plug-in is too old. Null: nothing. */
export async function downloadHint(largest: number): Promise<{ text: string; address: string | null } | null> {
  if (!clientOffered() || largest < limits.bytesBeforeClientSuggestion) return null;
  const here = { ...site(), system, largest, offeredThisSession: offered() };
  const info = await pluginInfo();
  const way = downloadWay({ ...here, info, installed: await installedRevision(info) });
  const address = pluginAddress(info, system);
  if (way === 'suggestClient') return { text: t('files.largeDownload'), address };
  if (way !== 'upgradePlugin') return null;
  noteOffered();
  return { text: t('transfer.pluginUpgradeTitle'), address };
}

/** Asks what the rules want asked before an upload; false: the person takes another way, or gives up. */
export async function agreesToWeb(selection: Pick<UploadFacts, 'files' | 'bytes' | 'underWay'>): Promise<boolean> {
  if (!clientOffered()) return true;
  const wanted = wantsPlugin({ ...site(), ...selection });
  const info = wanted || selection.files + selection.underWay > limits.filesBeforePrompt ? await pluginInfo() : null;
  const installed = wanted ? await installedRevision(info) : null;
  const way = uploadWay({ ...site(), ...selection, system, info, installed, offeredThisSession: offered() });
  const question = questionOf(way, selection.files);
  if (!question) return true;
  // The client's question says what the plug-in's would: whoever answered it is not asked again for the same.
  if (wanted) noteOffered();
  const address = pluginAddress(info, system);
  return confirm({
    ...question,
    type: 'info',
    confirmLabel: t('transfer.onWeb'),
    ...(address !== null && { link: { label: t('transfer.getClient'), address } }),
  });
}

/** Whether the client is mentioned beside an upload of which the largest file has so many bytes. */
export const mentionsClient = async (largest: number): Promise<boolean> =>
  clientOffered() &&
  largest >= limits.bytesBeforeClientSuggestion &&
  suggestsClient({ ...site(), system, largest, info: await pluginInfo() });

function questionOf(way: TransferWay, n: number): Pick<Question, 'title' | 'text'> | null {
  switch (way) {
    case 'suggestClient':
      return { title: t('transfer.useClientTitle', { n }), text: t('transfer.useClientText') };
    case 'installPlugin':
      return { title: t('transfer.pluginTitle'), text: t('transfer.pluginText') };
    case 'upgradePlugin':
      return { title: t('transfer.pluginUpgradeTitle'), text: t('transfer.pluginUpgradeText') };
    case 'usePlugin': // until there is an engine to hand the files to, the browser sends them
    case 'web':
      return null;
    default:
      return way satisfies never;
  }
}
