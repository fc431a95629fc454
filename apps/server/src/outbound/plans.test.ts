/** A folder of 10,000 files that is shared outside, among 10,000 other links: whatever is asked of it, no table is read whole. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { findDetails, findHeads } from '../link-sharing/link-queries.ts';
import { findExposures, findGate, lockLinksOver } from '../links/index.ts';
import { openLink } from '../links/links.test-support.ts';
import { findVisit } from '../links/visitor-queries.ts';
import { findHighBelow } from '../permission/index.ts';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { givesOut } from './arrival-queries.ts';
import { findLink, goOn, isOpen, lookIn, lookSoon, takeNext } from './check-queries.ts';
import { endAbandoned } from './end-abandoned.ts';
import { findText } from './hit-queries.ts';
import { findOne, findReviewed, findReviewedFiles } from './list-queries.ts';
import { mayHoldBack } from './release-queries.ts';
import { releases } from './release.ts';
import { isApproved, isOutdated, lockWaiting, removeOldReviews, voidDecisions } from './review-queries.ts';
import { surveyOf } from './survey.ts';

const many = 10_000;
let company: Company;
let owner: Person;
let folder: InstanceId;
let files: InstanceId[];
let linkId: string;
let reviewId: string;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  const { database } = company;
  folder = (await owner.folder('对外')).instanceId;
  const others = (await owner.folder('others')).instanceId;
  linkId = await openLink(database, { creatorId: owner.userId, instanceId: folder });
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    const fill = (parentId: InstanceId) =>
      sql`
      with made as (
        insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
        select uuidv7(), p.space_id, p.id, true, 'file ' || n, 'file ' || n, 1, uuidv7(), 10, p.creator_id, p.editor_id
        from instance p, generate_series(1, ${many}::int) n where p.id = ${parentId} returning blob_id, size
      ), stored as (insert into blob (id, size, md5, verified_at, text_state) select blob_id, size, md5(blob_id::text), now(), 'read' from made),
      texts as (insert into blob_text (blob_id, text, keys) select blob_id, 'text', '{}' from made)
      insert into dlp_hits (blob_id, judged, found) select blob_id, '{}', '{}' from made`.execute(transaction);
    await fill(folder);
    await fill(others);
    await sql`
      insert into link (id, path, instance_id, creator_id, name, permissions, visitor_type, validity, state)
      select uuidv7(), 'path-of-a-link-in-a-plan-' || row_number() over (), id, creator_id, 'link', '{download}', 'everyone', 'employment', 'valid'
      from instance where parent_id = ${others}`.execute(transaction);
    await sql`
      insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
      select uuidv7(), instance_id, 'link', id, 'reader', 'link', id, creator_id from link where id <> ${linkId}`.execute(transaction);
    await sql`
      insert into link_visitor (id, link_id, token_hash, address, expires_at)
      select uuidv7(), id, sha256(id::text::bytea), '', now() + interval '1 hour' from link`.execute(transaction);
    await sql`insert into link_check (link_id, terms, look_at) select id, '{}', now() + interval '1 hour' from link`.execute(transaction);
    // Of each link one review is decided; of one in a hundred, another one waits.
    for (const [state, one] of [
      ['approved', 1],
      ['waiting', 100],
    ] as const)
      // prettier-ignore
      await sql`
        insert into review (id, link_id, creator_id, instance_id, instance_name, is_file, link_name, note, terms, state, further, files, bytes, findings,
          rules_version, digest, decided_at, decided_by)
        select uuidv7(), id, creator_id, instance_id, '', true, name, '', '{}', ${state}, false, 1, 1, 0, 0, '', case when ${state} <> 'waiting' then now() end,
          case when ${state} <> 'waiting' then creator_id end from (select *, row_number() over () as n from link) l where n % ${one} = 0`.execute(
        transaction,
      );
    await sql`
      insert into review_file (review_id, place, instance_id, blob_id, name, sensitivity, size, version, category, path, found)
      select r.id, row_number() over (partition by r.id), i.id, i.blob_id, i.name, 'normal', 10, 1, 1, i.name, '{}'
      from review r join instance i on i.id = r.instance_id or i.parent_id = r.instance_id where i.is_file`.execute(transaction);
  });
  await sql`vacuum analyze`.execute(database);
  files = (await database.selectFrom('instance').select('id').where('parent_id', '=', folder).limit(100).execute()).map(({ id }) => id);
  reviewId = (await database.selectFrom('review').select('id').where('link_id', '=', linkId).executeTakeFirstOrThrow()).id;
});
after(() => company.close());

const spaceOf = async (database: Kysely<Tables>, instanceId: InstanceId) =>
  (await database.selectFrom('instance').select('space_id').where('id', '=', instanceId).executeTakeFirstOrThrow()).space_id;
const locked = (work: (transaction: Parameters<typeof lockWaiting>[0]) => Promise<unknown>) => (database: Kysely<Tables>) =>
  database.transaction().execute(work);
const asked: Record<string, (database: Kysely<Tables>) => Promise<unknown>> = {
  'whether something highly sensitive would go out': (database) => findExposures(database, [folder, files[0]!]),
  'whether a folder holds something highly sensitive': async (database) =>
    findHighBelow(database, { folderId: folder, spaceId: await spaceOf(database, folder) }),
  'which links end when it becomes highly sensitive': locked((transaction) => lockLinksOver(transaction, files[0]!)),
  'whether a folder is given out': (database) => givesOut(database, folder),
  'whether files may leave': (database) => releases(database, linkId, files.map((instanceId) => ({ instanceId }))), // prettier-ignore
  'whether anything is held back': (database) => mayHoldBack(database, linkId),
  'whether one may leave': (database) => releases(database, linkId, [{ instanceId: files[0]!, version: 1 }]),
  'what the gate asks': async (database) => {
    await findGate(database, 'path-of-a-link-in-a-plan-77', {
      browserHash: Buffer.alloc(32),
      tokenHash: Buffer.alloc(32),
      personId: owner.userId,
    });
    await findVisit(database, { visitId: newId() });
    await findVisit(database, { tokenHash: Buffer.alloc(32) });
  },
  'the job that looks at links': async (database) => {
    await takeNext(database);
    await goOn(database, linkId);
    await lookSoon(database, linkId);
    await lookIn(database, linkId, 3_600_000);
    const link = await findLink(database, linkId);
    await surveyOf(database, link!, { rules: [], everything: true, version: 0 });
    await isOpen(database, linkId);
    await findText(database, newId() as never);
  },
  'which links an item and a person have': async (database) => {
    const sorted = { sortField: 'createTime', sortOrder: 'desc' } as const;
    await findHeads(database, { instanceId: folder }, sorted);
    await findHeads(database, { creatorId: newId(), among: files }, sorted);
    await findDetails(database, [linkId]);
  },
  'what a decision asks': locked(async (transaction) => {
    await lockWaiting(transaction, linkId);
    await isApproved(transaction, linkId);
    await isOutdated(transaction, reviewId);
    await voidDecisions(transaction, linkId);
  }),
  'what a reviewer looks at': async (database) => {
    await findOne(database, reviewId);
    await findReviewedFiles(database, reviewId, 100);
    await findReviewed(database, reviewId, files[0]!);
  },
  'the jobs that tidy reviews up': async (database) => {
    await endAbandoned(database);
    await removeOldReviews(database);
  },
};
const large = ['instance', 'blob', 'blob_text', 'dlp_hits', 'link', 'file_grant', 'link_visitor', 'link_check', 'review', 'review_file'];

for (const [what, work] of Object.entries(asked))
  test(`${what}: read by indexes`, async () => {
    const plans = await plansOf(company.database, work);
    assert.ok(plans.length > 0);
    for (const { text, plan } of plans) assert.doesNotMatch(plan, new RegExp(`Seq Scan on (${large.join('|')})\\b`), `${text}\n${plan}`);
  });
