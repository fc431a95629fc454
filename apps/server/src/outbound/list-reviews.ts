import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { AnswerOf, calls, Category, NoReviews, RequestOf, Review, ReviewDetail } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import type { OutboundDeps } from './deps.ts';
import { findFigures, findOne, findPage, findReviewedFiles } from './list-queries.ts';
import type { ReviewListRow } from './list-queries.ts';

type Calls = typeof calls.adminLink;

function present(row: ReviewListRow, { userId }: Pick<Caller, 'userId'>): Review {
  const { permissions, visitorType, passwordSet, validity, expireTime, visitLimit, watermark } = row.terms;
  return {
    reviewId: row.id,
    state: row.state,
    link: { name: row.link_name, permissions, visitorType, passwordSet, validity, expireTime, visitLimit, watermark, note: row.note },
    by: {
      userId: row.creator_id,
      name: row.creator_name,
      active: row.creator_active,
      departments: row.departments,
      sentThisMonth: row.sent,
      refusedThisMonth: row.refused,
    },
    item: { instanceId: row.instance_id, instanceName: row.instance_name, classifierId: row.is_file ? 'File' : 'Folder' },
    files: row.files,
    fileSize: row.bytes,
    findings: row.findings,
    askedTime: row.asked_at.toISOString(),
    decidedTime: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by_name,
    reason: row.reason,
    own: row.creator_id === userId,
    further: row.further,
  };
}

export async function pageOfReviews(
  { database, serviceConfig }: Pick<OutboundDeps, 'database' | 'serviceConfig'>,
  input: RequestOf<Calls['page']>,
  caller: Caller,
): Promise<AnswerOf<Calls['page']>> {
  const { page, pageSize } = input;
  const { total, rows } = await findPage(database, input, { offset: (page - 1) * pageSize, limit: pageSize });
  const { waiting, decidedToday, median, hasReviewRule } = await findFigures(database);
  return {
    total,
    page,
    pageSize,
    items: rows.map((row) => present(row, caller)),
    waiting,
    decidedToday,
    medianWait: median === null ? null : Math.round(median),
    noReviews: noReviews(await serviceConfig(), hasReviewRule),
  };
}

function noReviews(
  { outboundReview, contentRules }: Pick<Awaited<ReturnType<OutboundDeps['serviceConfig']>>, 'outboundReview' | 'contentRules'>,
  hasReviewRule: boolean,
): NoReviews | null {
  if (outboundReview === 'everything') return null;
  if (!contentRules) return 'rulesOff';
  return hasReviewRule ? null : 'noRule';
}

/** Throws REVIEW_DECIDED if there is none. */
export async function showReview(
  database: Kysely<Tables>,
  { reviewId }: RequestOf<Calls['detail']>,
  caller: Caller,
): Promise<ReviewDetail> {
  const row = await findOne(database, reviewId);
  if (!row) throw new Failure('REVIEW_DECIDED');
  const files = await findReviewedFiles(database, reviewId, limits.reviewedFiles);
  return {
    ...present(row, caller),
    items: files.map(({ instance_id: instanceId, name, path, size, version, category, sensitivity }) => ({
      instanceId,
      instanceName: name,
      path,
      fileSize: size,
      version,
      category: category as Category,
      sensitivity,
    })),
    found: files.flatMap(({ instance_id: instanceId, name: instanceName, found }) =>
      found.map((ruleName) => ({ instanceId, instanceName, ruleName })),
    ),
    rulesVersion: String(row.rules_version),
  };
}
