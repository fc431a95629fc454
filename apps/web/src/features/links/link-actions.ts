import { calls, type Link } from '@alcove/contract';
import { call, failureMessage, fetchCurrent } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { locationAddress } from '../../items/item-address.ts';
import { fileDetail } from '../../items/file-queries.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { linksChanged } from './link-queries.ts';

export const tellFailure = (error: unknown): number => toast.error(failureMessage(error, t('errors.unknown')));

/** What came of one of several links. */
export type Outcome = { done: true } | { done: false; errmsg: string };

/** Shows how many succeeded, and why others failed. Returns whether any succeeded. */
export function tellOutcomes(outcomes: readonly Outcome[], done: (n: number) => string): boolean {
  const failed = outcomes.flatMap((one) => (one.done ? [] : [one]));
  const n = outcomes.length - failed.length;
  if (n > 0) toast.success(done(n));
  if (failed[0]) toast.error(t('links.someFailed', { n: failed.length, reason: failed[0].errmsg }));
  return n > 0;
}

const weekMs = 7 * 86_400_000;
const counted = 100;

/** What is lost with these links: the visits of the last week for one link, all visits for several. */
async function whatEnds(links: readonly Link[]): Promise<string> {
  const visits = links.reduce((sum, link) => sum + link.visits, 0);
  if (visits === 0) return t('links.withdrawText');
  const [link] = links;
  if (links.length > 1 || !link) return t('links.withdrawVisits', { n: visits });
  try {
    const { items } = await call(calls.link.visits, { linkPath: link.linkPath, pageSize: counted });
    const n = items.filter(({ time }) => Date.parse(time) > Date.now() - weekMs).length;
    if (n === 0) return t('links.withdrawText');
    return n === counted ? t('links.withdrawSeenMany', { n }) : t('links.withdrawSeen', { n });
  } catch {
    return t('links.withdrawText');
  }
}

/** Asks for confirmation, then withdraws. `others`: links of other people, whose visits the reader may not see. Resolves to whether any ended. */
export async function withdrawLinks(links: readonly Link[], { others = false } = {}): Promise<boolean> {
  const [first] = links;
  if (!first) {
    toast.warning(t('links.selectFirst'));
    return false;
  }
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: links.length === 1 ? t('links.withdrawOneTitle', { name: first.name }) : t('links.withdrawTitle', { n: links.length }),
    text: others ? t('links.withdrawText') : await whatEnds(links),
    confirmLabel: t('links.withdrawConfirm', { n: links.length }),
    ...(links.length > 1 && { list: links.map(({ name }) => name) }),
  });
  return agreed && end(links, (n) => t('links.withdrawn', { n }));
}

/** Asks, then ends a link that is still being verified. Resolves to whether it ended. */
export async function cancelShare(link: Link): Promise<boolean> {
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t('links.cancelTitle', { name: link.name }),
    text: t('links.cancelText'),
    confirmLabel: t('links.cancelShare'),
    cancelLabel: t('links.keepWaiting'),
  });
  return agreed && end([link], (n) => t('links.withdrawn', { n }));
}

async function end(links: readonly Link[], done: (n: number) => string): Promise<boolean> {
  try {
    return tellOutcomes(await call(calls.link.remove, { linkPaths: links.map(({ linkPath }) => linkPath) }), done);
  } catch (error) {
    tellFailure(error);
    return false;
  } finally {
    linksChanged();
  }
}

/** Where the linked item is; null, with a message, if it cannot be opened. */
export async function placeOfLink({ instances: [item] }: Link): Promise<string | null> {
  if (!item) return null;
  try {
    return locationAddress(await fetchCurrent(fileDetail(item.instanceId, {})));
  } catch (error) {
    tellFailure(error);
    return null;
  }
}

/** Opens the page that visitors see, in a tab that cannot reach this one. */
export const openAsVisitor = ({ url }: Link): void => void window.open(url, '_blank', 'noopener,noreferrer');
