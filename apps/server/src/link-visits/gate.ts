/** The gate of a link: what a visitor must bring, and the token that they get for it. */
import { randomBytes } from 'node:crypto';
import { limits, maskedName } from '@alcove/contract';
import type { AnswerOf, calls, LinkGate, RequestOf } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext, Caller } from '../http/index.ts';
import { passwordFits, takeAttemptOf } from '../identity/index.ts';
import { newId } from '../ids.ts';
import { beginVisit, findGate, hashOfToken } from '../links/index.ts';
import type { GateRow } from '../links/index.ts';
import { authorise } from '../permission/index.ts';
import type { VisitDeps } from './deps.ts';
import { whyClosed, whyNotLetIn } from './gate-rules.ts';

type Check = RequestOf<typeof calls.link.checkPassword>;

/** Somebody whose password an administrator knows is nobody here, as in the rest of the product. */
const personOf = ({ caller }: CallContext): Caller | null => (caller?.mustChangePassword ? null : caller);

/** Throws what `whyClosed` returns, and LINK_FILE_GONE if the link gives nothing: its item is in the bin, or its creator may not share it now. */
async function openGate({ database }: VisitDeps, linkPath: string, context: CallContext): Promise<GateRow> {
  const gate = await findGate(database, linkPath, personOf(context)?.userId ?? null);
  const why = whyClosed(gate);
  if (why !== null || !gate) throw new Failure(why ?? 'LINK_WRONG');
  await authorise(database, { userId: newId(), visitor: { linkId: gate.id } }, gate.instance_id, 'list').catch((error: unknown) => {
    throw error instanceof Failure ? new Failure('LINK_FILE_GONE') : error;
  });
  return gate;
}

/** Throws what `openGate` throws. */
export async function queryConfig(deps: VisitDeps, { linkPath }: { linkPath: string }, context: CallContext): Promise<LinkGate> {
  const gate = await openGate(deps, linkPath, context);
  const passwordNeeded = gate.password_hash !== null;
  return {
    passwordNeeded,
    loginNeeded: gate.visitor_type !== 'everyone',
    sharer: maskedName(gate.creator_name),
    permissions: gate.permissions,
    name: passwordNeeded ? null : gate.name,
    expireTime: gate.expires_at?.toISOString() ?? null,
  };
}

/** Throws what `openGate` throws. */
export async function queryLoginAuth(
  deps: VisitDeps,
  { linkPath }: { linkPath: string },
  context: CallContext,
): Promise<{ allowed: boolean }> {
  const gate = await openGate(deps, linkPath, context);
  return { allowed: whyNotLetIn(gate, personOf(context)) === null };
}

const lockMs = 30 * 60_000;
/**
 * Wrong passwords lock out who sends them: with the fifth from one place, this link is locked there for half an hour. Guessers in many places slow the
 * link down for everybody, but never lock it: beyond fifty wrong ones, one a minute is tried.
 */
const slowings = (linkId: string, place: string) => [
  { key: `link:${linkId}:${place}`, free: 4, firstMs: lockMs, longestMs: lockMs },
  { key: `link:${linkId}`, free: 50, firstMs: 1000, longestMs: 60_000 },
];

/** Throws LINK_PASSWORD_WRONG with the tries that are left, LINK_LOCKED. */
async function requirePassword({ database }: VisitDeps, gate: GateRow, given: string, { rateKey }: CallContext): Promise<void> {
  if (gate.password_hash === null) return;
  const attempt = await takeAttemptOf(
    database,
    slowings(gate.id, rateKey),
    (seconds) => new Failure('LINK_LOCKED', { minutes: Math.ceil(seconds / 60) }),
  );
  const fits = await passwordFits(gate.password_hash, given, `link ${gate.id}`).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (!fits) throw new Failure('LINK_PASSWORD_WRONG', { field: 'password', left: attempt.left });
  await attempt.succeeded();
}

/** The password in the header is percent-encoded, because headers are ASCII. */
function passwordOf({ password }: Check, { header }: CallContext): string {
  const sent = header('x-link-password');
  if (sent === undefined) return password ?? '';
  try {
    return decodeURIComponent(sent.slice(0, 1024));
  } catch {
    throw new Failure('BAD_REQUEST', { field: 'X-Link-Password' });
  }
}

/**
 * Opens a link: a visit, which counts, and its token. Throws what `openGate`, `whyNotLetIn` and `requirePassword` give, and LINK_USED_UP if somebody else
 * took the last visit.
 */
export async function checkPassword(
  deps: VisitDeps,
  input: Check,
  context: CallContext,
): Promise<AnswerOf<typeof calls.link.checkPassword>> {
  const gate = await openGate(deps, input.linkPath, context);
  const person = personOf(context);
  const why = whyNotLetIn(gate, person);
  if (why !== null) throw new Failure(why);
  await requirePassword(deps, gate, passwordOf(input, context), context);
  const shareToken = randomBytes(32).toString('base64url');
  const visit = {
    id: newId(),
    linkId: gate.id,
    tokenHash: hashOfToken(shareToken),
    personId: person?.userId ?? null,
    address: context.ip,
    agent: context.agent,
    lastsMs: limits.linkVisitMs,
  };
  const began = await deps.database.transaction().execute(async (transaction) => {
    if (!(await beginVisit(transaction, visit, gate.password_hash))) return false;
    await enter(
      transaction,
      [{ kind: 'link', id: null, key: input.linkPath, detail: { visitId: visit.id } }],
      person ? { personId: person.userId } : {},
    );
    return true;
  });
  if (!began) {
    const now = await openGate(deps, input.linkPath, context);
    // It is open, but was changed in this moment: whoever comes again is judged by what it is now.
    throw new Failure(now.password_hash === gate.password_hash ? 'LINK_USED_UP' : 'LINK_PASSWORD_WRONG', { left: 5 });
  }
  return { shareToken, expiresIn: limits.linkVisitMs / 1000 };
}
