/** What a link comes to, once every file of it is known: it fails, it waits for a reviewer, or it opens. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { grantLink, lockLink, setVerification } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { authorise, findItems, ownItemsAt, removeGrants } from '../permission/index.ts';
import { askReview, endWaiting } from './ask-review.ts';
import { isUndecidedSince, lookNow, peopleOf } from './check-queries.ts';
import type { CheckedLink } from './check-queries.ts';
import { judgeNames } from './judge-names.ts';
import type { Judgement } from './judge.ts';
import { findNames } from './name-queries.ts';
import { isApproved } from './review-queries.ts';
import type { Policy } from './rule-queries.ts';
import { givesOut, toReview } from './survey.ts';
import type { Survey } from './survey.ts';
import { termsOf } from './terms.ts';
import { wordsAsk } from './words.ts';

type Link = Selectable<Tables['link']>;

/** Why a link fails, other than by a reviewer, and the name that its creator reads with it. */
interface Fault {
  reason: 'rules' | 'rights' | 'sensitive' | 'deleted';
  text: string;
}

/**
 * `surveyed`: the link as it was when its files were judged. If it gives out its files only since then, or reviewers decided something since then,
 * the files are judged anew, and nothing comes of this look.
 */
export async function conclude(database: Kysely<Tables>, surveyed: CheckedLink, survey: Survey, policy: Policy): Promise<void> {
  const linkId = surveyed.id;
  await database.transaction().execute(async (transaction) => {
    const link = await lockLink(transaction, linkId);
    if (!link || link.state === 'failed' || link.state === 'expired') return;
    if (givesOut(link) !== givesOut(surveyed) || !(await isUndecidedSince(transaction, surveyed))) return lookNow(transaction, linkId);
    const words = judgeNames(policy.rules, [link.name, link.note]);
    const asksWords = await wordsAsk(transaction, link, words, policy);
    if (link.state !== 'verifying') {
      if (words.refusedBy !== null || (words.found.length > 0 && asksWords)) return closeAgain(transaction, link);
      return askFurther(transaction, link, survey, policy);
    }
    const fault = await faultOf(transaction, link, survey, words);
    if (fault) return fail(transaction, link, fault);
    const scanned = {
      scan_state: isScanned(link, policy) ? 'passed' : 'skipped',
      scan_done: survey.files,
      scan_total: survey.files,
    } as const;
    const approved = await isApproved(transaction, linkId);
    if (survey.asking.length > 0 || (policy.everything && !approved) || asksWords) {
      await setVerification(transaction, linkId, { ...scanned, review_state: 'running' });
      await askFor(transaction, link, asksWords ? withWords(survey, words) : survey, policy);
    } else {
      await endWaiting(transaction, linkId);
      await open(transaction, link, { ...scanned, review_state: approved ? 'passed' : 'skipped' });
    }
    await publish(transaction, [{ to: [link.creator_id], event: 'linkChanged' }]);
  });
}

const isScanned = (link: Link, { rules }: Policy): boolean => rules.length > 0 && givesOut(link);

/** The name and the note of the link are rules' business too, and its visitors read them first: it is closed until that is settled. */
async function closeAgain(transaction: Transaction<Tables>, link: Link): Promise<void> {
  await removeGrants(transaction, link.id);
  await setVerification(transaction, link.id, { state: 'verifying', scan_state: 'waiting', review_state: 'waiting' });
  await lookNow(transaction, link.id);
  await publish(transaction, [{ to: [link.creator_id], event: 'linkChanged' }]);
}

/** What rules find in the words of a link stands with the linked item, where reviewers read it. */
function withWords(survey: Survey, { found }: Judgement): Survey {
  const { top, asking } = survey;
  if (!top || found.length === 0) return survey;
  const known = asking.find(({ file }) => file.id === top.id);
  const all = { file: top, found: [...new Set([...(known?.found ?? []), ...found])] };
  return {
    ...survey,
    asking: [all, ...asking.filter((one) => one !== known)],
    others: survey.others.filter(({ file }) => file.id !== top.id),
  };
}

/** In a link that is open, only what came or changed has to be looked at. It stays closed until then; everything else stays open. */
async function askFurther(transaction: Transaction<Tables>, link: Link, survey: Survey, policy: Policy): Promise<void> {
  if (survey.asking.length > 0) await askFor(transaction, link, survey, policy);
  else await endWaiting(transaction, link.id);
}

async function askFor(transaction: Transaction<Tables>, link: Link, survey: Survey, { version }: Policy): Promise<void> {
  const further = link.state !== 'verifying';
  const terms = termsOf(link, await peopleOf(transaction, link.id));
  const { item, creator } = await findNames(transaction, link);
  await askReview(transaction, { link, item, creator, terms, files: toReview(survey, further), further, rulesVersion: version });
}

export async function open(
  transaction: Transaction<Tables>,
  { id, path }: Pick<Link, 'id' | 'path'>,
  verification: Parameters<typeof setVerification>[2],
): Promise<void> {
  await setVerification(transaction, id, { ...verification, reason: null, reason_text: '' });
  await grantLink(transaction, id);
  await enterAs(transaction, factsOfSystem('system.openLink'), [{ kind: 'link', id: null, key: path }]);
}

/** The scan's outcome, and then whether the creator may share the item outside at all (specification 2 section 4). */
async function faultOf(
  transaction: Transaction<Tables>,
  link: Link,
  { refused, high }: Survey,
  { refusedBy }: Judgement,
): Promise<Fault | null> {
  if (refusedBy !== null) return { reason: 'rules', text: link.name };
  if (refused) return { reason: 'rules', text: refused.name };
  const reason = await permissionFault(transaction, link);
  if (reason) return { reason, text: '' };
  return high ? { reason: 'sensitive', text: '' } : null;
}

async function permissionFault(transaction: Transaction<Tables>, link: Link): Promise<Fault['reason'] | null> {
  const asker = { userId: link.creator_id };
  try {
    const { place } = await authorise(transaction, asker, link.instance_id, 'share');
    return ownItemsAt(place).includes('share') ? null : 'rights';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'HIGHLY_SENSITIVE') return 'sensitive';
    return (await findItems(transaction, asker, [link.instance_id])).get(link.instance_id)?.live ? 'rights' : 'deleted';
  }
}

async function fail(transaction: Transaction<Tables>, link: Link, { reason, text }: Fault): Promise<void> {
  await endWaiting(transaction, link.id);
  await setVerification(transaction, link.id, {
    state: 'failed',
    scan_state: reason === 'rules' ? 'failed' : 'passed',
    review_state: 'waiting',
    reason,
    reason_text: text,
  });
  await tell(transaction, link, { by: null, outcome: reason, reason: text });
  await enterAs(transaction, factsOfSystem('system.failLink'), [{ kind: 'link', id: null, key: link.path, detail: { reason } }]);
}

/** Tells the link's creator what was decided. */
export async function tell(
  transaction: Transaction<Tables>,
  link: Pick<Link, 'id' | 'creator_id' | 'instance_id'>,
  of: { by: { userId: string; name: string } | null; outcome: Fault['reason'] | 'approved' | 'refused'; reason: string },
): Promise<void> {
  const { item } = await findNames(transaction, link);
  await notify(transaction, [link.creator_id], { kind: 'linkReviewed', data: { ...of, linkId: link.id, instanceName: item.name } });
  await publish(transaction, [{ to: [link.creator_id], event: 'linkChanged' }]);
}
