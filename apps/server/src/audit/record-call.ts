/** The one place that every call passes, where its entry is written (docs/decisions/0075). Use cases know nothing of it. */
import type { Kysely } from 'kysely';
import { isLoggedByItsUseCase } from '@alcove/contract';
import type { Call, CallLog } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { CallContext, CarryOut, Once, Received } from '../http/index.ts';
import { isKept } from '../repeats/index.ts';
import { findNames, insertEntries, insertNamed } from './audit-queries.ts';
import { noObject } from './entry.ts';
import type { Detail, Facts, LoggedObject } from './entry.ts';
import {
  detailsOf,
  isRefusal,
  objectsMade,
  objectsNamed,
  objectsRefused,
  opensNothing,
  refusedIn,
  withDetails,
  withResults,
} from './log-rules.ts';
import { factsOfRefused, refusedAddress } from './refused-address.ts';
import type { IsNewRefusal } from './refused-address.ts';
import { factsOf } from './request-facts.ts';
import { inScope } from './scope.ts';
import type { Scope } from './scope.ts';
import type { Writer } from './writer.ts';

export interface RecorderDeps {
  database: Kysely<Tables>;
  once: Once;
  writer: Writer;
  /** Refusals of one address are not written each time. */
  isNewRefusal: IsNewRefusal;
}

/**
 * Runs the work of a call and writes its entry: of a change that is done once in the transaction of the change; of a read before it is
 * answered. A refusal is written in the transaction if that is committed with the refusal as its answer, and otherwise soon after it.
 */
export const carryOut = (deps: RecorderDeps): CarryOut => {
  return async (received, work) => {
    const { call, fields, context } = received;
    const attempt = { refusalKept: false, ran: false };
    try {
      // Most requests are for lists and polls.
      if (call.log === 'none') return await work();
      const facts = factsOf(call, fields, context);
      const detail = { ...detailsOf(call.log, fields), ...visitOf(context) };
      const scope: Scope = { facts, detail, before: new Map(), entered: false };
      if (call.changes === 'once' && context.caller)
        return await done(deps, { ...received, log: call.log, userId: context.caller.userId }, scope, attempt, work);
      const answer = await inScope(scope, work);
      await afterwards(deps.writer, { changes: call.changes, log: call.log }, fields, scope, answer);
      return answer;
    } catch (error) {
      const replayed = call.changes === 'once' && received.key !== null && !attempt.ran && isKept(classify(error).code);
      if (!attempt.refusalKept && !replayed) await writeRefusal(deps, { call, fields, context }, error);
      throw error;
    }
  };
};

/** Which link a visitor came through, and which visit it was. */
const visitOf = ({ caller }: CallContext): Detail => (caller?.visitor ? { linkId: caller.visitor.linkId, visitId: caller.userId } : {});

/** A call that was refused before its fields were read. */
export const recordRefusal = (deps: Refusing, of: { call: Call; context: CallContext }, error: unknown) =>
  writeRefusal(deps, { ...of, fields: {} }, error);

/** The same of a file, a stream or an address of the store that was not given to an address. */
export async function recordRefusedAddress(
  { writer, isNewRefusal }: Refusing,
  { address, userId, agent, traceId }: { address: string; userId: string | null; agent: string; traceId: string },
): Promise<void> {
  if (!isNewRefusal({ caller: userId, address })) return;
  await writer.soon({ facts: factsOfRefused(address, userId, agent.slice(0, 300) || null, traceId), objects: [refusedAddress] });
}

type Change = Received & { log: CallLog; userId: string };

async function done(
  { database, once }: RecorderDeps,
  { call, fields, key, log, userId }: Change,
  scope: Scope,
  attempt: { refusalKept: boolean; ran: boolean },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { facts } = scope;
  const details = scope.detail;
  return once({ userId, key, call: call.name, fields }, async () => {
    // The transaction may run again from its beginning.
    Object.assign(scope, { entered: false, detail: { ...details }, before: new Map() });
    Object.assign(attempt, { refusalKept: false, ran: true });
    const named = objectsNamed(log, fields);
    const names = log.before ? await findNames(database, named) : null;
    let answer: unknown;
    try {
      answer = await inScope(scope, work);
    } catch (error) {
      if (!(error instanceof Failure) || !isKept(error.code) || !isRefusal(call, true, error.code)) throw error;
      await insertEntries(database, facts, objectsRefused(call, fields, error.code));
      attempt.refusalKept = true;
      throw error;
    }
    if (scope.entered) return answer;
    const objects = log.made ? objectsMade(log, answer) : withResults(named, answer);
    const entries = withDetails(objects.length > 0 ? objects : [noObject()], scope.detail, scope.before);
    if (names && named.length > 0) await insertNamed(database, facts, entries, names);
    else await insertEntries(database, facts, entries);
    return answer;
  });
}

/** Of calls that are not one transaction: reads are logged here, and changes by their use cases, except for what these refused. */
async function afterwards(
  writer: Writer,
  { changes, log }: Pick<Call, 'changes'> & { log: CallLog },
  fields: unknown,
  scope: Scope,
  answer: unknown,
): Promise<void> {
  const { facts } = scope;
  if (isLoggedByItsUseCase({ changes, log })) {
    const refused = refusedIn(fields, answer);
    if (refused.length > 0) await writer.soon({ facts, objects: refused });
    return;
  }
  if (opensNothing(answer)) return;
  const objects: LoggedObject[] = objectsNamed(log, fields);
  await writer.durably({ facts, objects: withDetails(objects.length > 0 ? objects : [noObject()], scope.detail) });
}

type Refusing = Pick<RecorderDeps, 'writer' | 'isNewRefusal'>;

async function writeRefusal({ writer, isNewRefusal }: Refusing, of: Omit<Received, 'key'>, error: unknown): Promise<void> {
  const { code } = classify(error);
  const { caller, ip: address } = of.context;
  if (code === 'ADDRESS_NOT_ALLOWED' && !isNewRefusal({ caller: caller?.sessionId ?? null, address })) return;
  if (!isRefusal(of.call, of.context.caller !== null, code)) return;
  const facts: Facts = factsOf(of.call, of.fields, of.context);
  await writer.soon({ facts, objects: objectsRefused(of.call, of.fields, code) });
}
