/** The gate of a link: what a visitor must bring, and the token that they get for it. */
import type { Transaction } from 'kysely';
import { maskedName } from '@alcove/contract';
import type { AnswerOf, calls, LinkGate, RequestOf } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext, Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { beginVisit, findGate, goOnVisiting, hashOfToken, lockOpenLink, proposedOf } from '../links/index.ts';
import type { AtGate, GateRow } from '../links/index.ts';
import { authorise, standingsOf } from '../permission/index.ts';
import { browserHash, browserSecret, sentToken, tokenOf } from './browser.ts';
import type { VisitDeps } from './deps.ts';
import { whyAsleep, whyClosed, whyNotLetIn } from './gate-rules.ts';
import { passwordOf, requirePassword } from './password.ts';

type Check = RequestOf<typeof calls.link.checkPassword>;

/** Somebody whose password an administrator knows is nobody here, as in the rest of the product. */
const personOf = ({ caller }: CallContext): Caller | null => (caller?.mustChangePassword ? null : caller);

function whoAt(linkPath: string, context: CallContext): AtGate {
  const token = sentToken(context);
  return {
    browserHash: browserHash(browserSecret(context), linkPath),
    tokenHash: token === null ? null : hashOfToken(token),
    personId: personOf(context)?.userId ?? null,
  };
}

/** Throws what `whyClosed` and, if the link gives nothing now, `whyAsleep` return. */
async function openGate({ database }: VisitDeps, linkPath: string, context: CallContext): Promise<GateRow> {
  const gate = await findGate(database, linkPath, whoAt(linkPath, context));
  const why = whyClosed(gate);
  if (why !== null || !gate) throw new Failure(why ?? 'LINK_WRONG');
  const visitor = { linkId: gate.id, ...(gate.state === 'verifying' && { proposed: proposedOf(gate) }) };
  await authorise(database, { userId: newId(), visitor }, gate.instance_id, 'list').catch(asleep(database, gate));
  return gate;
}

/** Throws, in place of what the permission rules say of an item that the link does not give now, what its visitors are told. */
export const asleep =
  (database: VisitDeps['database'], { creator_id: userId, instance_id: instanceId }: GateRow) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Failure)) throw error;
    const [standing] = await standingsOf(database, [{ userId, instanceId }]);
    throw new Failure(whyAsleep(standing));
  };

/** Throws what `openGate` throws. */
export async function queryConfig(deps: VisitDeps, { linkPath }: { linkPath: string }, context: CallContext): Promise<LinkGate> {
  const gate = await openGate(deps, linkPath, context);
  const { linkPasswordTries, linkLockMinutes, systemTitle } = await deps.serviceConfig();
  const passwordNeeded = gate.password_hash !== null && !gate.own;
  return {
    state: gate.state === 'verifying' ? 'verifying' : 'valid',
    passwordNeeded,
    loginNeeded: gate.visitor_type !== 'everyone',
    sharer: maskedName(gate.creator_name),
    permissions: gate.permissions,
    name: passwordNeeded ? null : gate.name,
    expireTime: gate.expires_at?.toISOString() ?? null,
    passwordTries: linkPasswordTries,
    lockMinutes: linkLockMinutes,
    systemTitle,
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

/**
 * Opens a link: a visit, which counts, and its token. A browser that is inside already goes on with its visit. Throws what `openGate`, `whyNotLetIn` and
 * `requirePassword` give, and LINK_USED_UP if somebody else took the last visit.
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
  const visit = await deps.database.transaction().execute(async (transaction) => {
    const visit = await visitFor(transaction, gate, input.linkPath, context);
    if (visit !== null)
      await enter(
        transaction,
        [{ kind: 'link', id: null, key: input.linkPath, detail: { visitId: visit.id } }],
        person ? { personId: person.userId } : {},
      );
    return visit;
  });
  if (visit !== null) return { shareToken: visit.token, expiresIn: Math.floor(visit.lastsMs / 1000) };
  const now = await openGate(deps, input.linkPath, context);
  // It is open, but was changed in this moment: whoever comes again is judged by what it is now.
  if (now.password_hash === gate.password_hash) throw new Failure('LINK_USED_UP');
  throw new Failure('LINK_PASSWORD_WRONG', { left: (await deps.serviceConfig()).linkPasswordTries });
}

/** The visit that this browser has begun, or else a new one. Null if the link is not open any more, or used up. */
async function visitFor(
  transaction: Transaction<Tables>,
  gate: GateRow,
  linkPath: string,
  context: CallContext,
): Promise<{ id: string; token: string; lastsMs: number } | null> {
  const secret = browserSecret(context);
  const by = whoAt(linkPath, context);
  if (!(await lockOpenLink(transaction, { linkId: gate.id, passwordHash: gate.password_hash, personId: by.personId }))) return null;
  const begun = await goOnVisiting(transaction, gate.id, by);
  if (begun) {
    const derived = tokenOf(secret, begun.id);
    // The cookie is not the one that the visit began with, so its token came along.
    const token = hashOfToken(derived).equals(begun.tokenHash) ? derived : sentToken(context)!;
    return { id: begun.id, token, lastsMs: begun.lastsMs };
  }
  const id = newId();
  const token = tokenOf(secret, id);
  const { ip: address, agent } = context;
  const lastsMs = await beginVisit(transaction, {
    id,
    linkId: gate.id,
    by,
    tokenHash: hashOfToken(token),
    address,
    agent,
  });
  return lastsMs === null ? null : { id, token, lastsMs };
}
