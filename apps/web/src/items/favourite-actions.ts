import { calls, type Instance, type Page } from '@alcove/contract';
import { call, queryClient } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import { toast } from '../ui/toast/toast.ts';
import { failureText, refreshFiles } from './file-actions.ts';
import { through } from './file-queries.ts';

/** Requests are sent one after another: a star and its removal that overtook each other would end as the wrong one. */
let lastSent: Promise<void> = Promise.resolve();

/** Stars the items, or unstars them if all are starred. The update is optimistic; a failure reverts it. */
export async function toggleCollected(items: readonly Instance[]): Promise<void> {
  const on = !items.every(({ collected }) => collected);
  const chosen = items.filter(({ collected }) => collected !== on);
  if (chosen.length === 0) return;
  show(chosen, on);
  const sent = lastSent.then(() => send(chosen, on));
  lastSent = sent;
  await sent;
  // Before the last answer the server's lists are older than what is shown.
  if (lastSent === sent) refreshFiles();
}

async function send(chosen: readonly Instance[], on: boolean): Promise<void> {
  const [first] = chosen;
  if (!first) return;
  const instanceIds = chosen.map(({ instanceId }) => instanceId);
  try {
    const outcomes = await call(on ? calls.favourite.create : calls.favourite.remove, { instanceIds, ...through(first) });
    const failed = outcomes.flatMap((one) => (one.done ? [] : [one]));
    const n = outcomes.length - failed.length;
    if (n > 0) toast.success(doneText(on, n, first.instanceName));
    if (failed[0]) toast.error(t('favourites.someFailed', { n: failed.length, reason: failed[0].errmsg }));
  } catch (error) {
    show(chosen, !on);
    toast.error(failureText(error));
  }
}

function doneText(on: boolean, n: number, name: string): string {
  if (n === 1) return on ? t('favourites.added', { name }) : t('favourites.removed', { name });
  return on ? t('favourites.addedMany', { n }) : t('favourites.removedMany', { n });
}

/** Updates every cached list. */
function show(chosen: readonly Instance[], collected: boolean): void {
  const ids = new Set(chosen.map(({ instanceId }) => instanceId));
  queryClient.setQueriesData<Page<Instance>>(
    { queryKey: ['files', 'page'] },
    (page) => page && { ...page, items: page.items.map((item) => (ids.has(item.instanceId) ? { ...item, collected } : item)) },
  );
}
