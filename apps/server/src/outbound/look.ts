/** The job that looks at links: those that are being verified, and now and then those that are open. */
import { lockLink, setVerification } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { findLink, goOn, lookIn, takeNext } from './check-queries.ts';
import type { CheckedLink } from './check-queries.ts';
import { compareText, textRulesOf } from './compare-texts.ts';
import { conclude } from './conclude.ts';
import type { OutboundDeps } from './deps.ts';
import { readPolicy } from './rule-queries.ts';
import type { Policy } from './rule-queries.ts';
import { surveyOf } from './survey.ts';
import type { Survey } from './survey.ts';

/** For how long texts of one link are read before it is another one's turn, and how often that is told. */
const turnMs = 10_000;
const tellMs = 1000;
/** After texts that cannot be read yet, after a look at a link that waits for reviewers, and at one that is open or has failed. */
const pauses = { unread: 5000, waiting: 10_000, open: 120_000, failed: 86_400_000 };
/** A link with many files is looked at less often: the pause is at least that many times as long as the look. */
const restfulness = { waiting: 50, open: 200 };

/** Looks at the link that waits longest. Returns how many it looked at. */
export async function lookAtNext(deps: OutboundDeps, stopping: AbortSignal): Promise<number> {
  const linkId = await takeNext(deps.database);
  if (linkId === null) return 0;
  await look(deps, linkId, stopping);
  return 1;
}

async function look(deps: OutboundDeps, linkId: string, stopping: AbortSignal): Promise<void> {
  const { database } = deps;
  const link = await findLink(database, linkId);
  if (!link) return;
  if (link.state === 'failed' || link.state === 'expired') return lookIn(database, linkId, pauses.failed);
  const policy = await readPolicy(database);
  const began = performance.now();
  const survey = await surveyOf(database, link, policy);
  const tookMs = performance.now() - began;
  const failed = link.state === 'verifying' && survey.refused !== null;
  if (survey.open > 0 && !failed) {
    const left = await readOn(deps, link, { survey, policy }, stopping);
    // Their texts wait for a program, or for their turn.
    return lookIn(database, linkId, left ? 0 : pauses.unread);
  }
  await conclude(database, link, survey, policy);
  const state = link.state === 'verifying' ? 'waiting' : 'open';
  await lookIn(database, linkId, Math.max(pauses[state], restfulness[state] * tookMs));
}

/** Reads and compares texts for a while. Returns whether more can be done at once. */
async function readOn(
  deps: OutboundDeps,
  link: CheckedLink,
  { survey, policy }: { survey: Survey; policy: Policy },
  stopping: AbortSignal,
): Promise<boolean> {
  const { database } = deps;
  const rules = textRulesOf(policy.rules);
  const began = performance.now();
  const toldAt = { ms: began };
  let compared = 0;
  await noteProgress(deps, link, survey, 0);
  for (const blobId of survey.texts) {
    if (stopping.aborted || performance.now() - began > turnMs) break;
    if (await compareText(deps, blobId, rules)) compared += 1;
    if (performance.now() - toldAt.ms < tellMs) continue;
    toldAt.ms = performance.now();
    if (!(await goOn(database, link.id))) break;
    await noteProgress(deps, link, survey, compared);
  }
  return compared > 0;
}

async function noteProgress({ database }: OutboundDeps, link: CheckedLink, { files, open }: Survey, compared: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const now = await lockLink(transaction, link.id);
    if (now?.state !== 'verifying') return;
    const done = Math.min(files, files - open + compared);
    if (now.scan_state === 'running' && now.scan_done === done && now.scan_total === files) return;
    await setVerification(transaction, link.id, { scan_state: 'running', scan_done: done, scan_total: files });
    await publish(transaction, [{ to: [link.creator_id], event: 'linkChanged' }]);
  });
}
