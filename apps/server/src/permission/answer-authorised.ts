import type { Kysely, Transaction } from 'kysely';
import type { AnswerOf, Call, InstanceId, Needs, PermissionItem, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Attachment, Binding, UserContext } from '../http/index.ts';
import { recheck } from './recheck.ts';
import { authorise } from './authorise.ts';
import type { Authorised } from './authorise.ts';

/**
 * The context of a call that declares in the contract which permission item it needs on which instance. The caller has that item; `place`
 * and `items` describe the instance.
 */
export interface AuthorisedContext extends UserContext, Authorised {
  needed: PermissionItem;
  /** For changes: checks the same permission again under their last lock, see `recheck`. */
  recheck(transaction: Transaction<Tables>): Promise<void>;
}

/** Binds a call to its use case, which begins only if the caller has what the call needs. Throws what `authorise` throws. */
export function answerAuthorised<C extends Call<Call['request'], unknown, Needs>>(
  database: Kysely<Tables>,
  call: C,
  handle: (fields: RequestOf<C>, context: AuthorisedContext) => Promise<AnswerOf<C> | Attachment>,
): Binding {
  const { item, of } = call.needs;
  return {
    call,
    handle: async (fields, given) => {
      const context = given as UserContext;
      const instanceId = (fields as Readonly<Record<string, InstanceId>>)[of]!;
      const authorised = await authorise(database, context.caller, instanceId, item);
      return handle(fields as RequestOf<C>, {
        ...context,
        ...authorised,
        needed: item,
        recheck: (transaction) => recheck(transaction, context.caller, instanceId, item),
      });
    },
  };
}
