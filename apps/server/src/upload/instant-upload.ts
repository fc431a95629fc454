import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '@alcove/contract';
import type { calls, Instance, InstantTicket, RequestOf } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import { enter, factsRowOfRequest } from '../audit/index.ts';
import { lockFolder, presentItem, requireName, showInstance, whileNamesChange } from '../files/index.ts';
import { Failure, makerOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { recheck, authorisedChild } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { chargeQuota } from '../spaces/index.ts';
import { reviveContent } from '../contents/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import type { UploadDeps } from './deps.ts';
import { countAnswered } from './offer-instant.ts';
import { askerOf, gathered } from './gathered.ts';
import { addTogether, spaceKey } from './in-one-statement.ts';
import { alone } from './in-set.ts';
import type { OfSet } from './in-set.ts';
import { saveTickets } from './save-queries.ts';
import type { TicketToSave } from './save-queries.ts';
import { saveFile } from './save-file.ts';
import type { SavedInSteps } from './save-file.ts';
import { lookUpTickets } from './lookup-queries.ts';
import type { TicketFacts } from './lookup-queries.ts';
import { keepOutcome } from './planned-queries.ts';
import { takeTicket, wasteTicket } from './ticket-queries.ts';
import { recordOf } from './upload-record.ts';
import { instantAskerOf, keepArrival } from './visitors.ts';

type TicketContent = NonNullable<TicketFacts['content']>;
type Second = RequestOf<typeof calls.upload.secondUpload>;

export const instantUpload = (deps: UploadDeps, input: Second, context: UserContext): Promise<Instance> =>
  alone(deps, input, (item, set) => instantInSet(deps, item, context, set));

/**
 * Instant transfer: whoever proves that they have the content gets a file with it without sending it. A ticket works once; repeated, it
 * returns the same instance. A wrong proof uses the ticket up.
 * Throws UPLOAD_UNKNOWN, PROOF_WRONG, SPACE_NOT_ENOUGH, NAME_TAKEN, FILE_NOT_FOUND, HIGH_INTO_LINK, UPLOAD_REFUSED.
 */
export async function instantInSet(deps: UploadDeps, input: Second, context: UserContext, set: OfSet): Promise<Instance> {
  const { database, store, tickets } = deps;
  const { caller } = context;
  requireName(input.fileName, limits.nameLength, 'fileName');
  const { fileId: ticket, parentId, fileName: name } = input;
  const asker = instantAskerOf(caller);
  const offered = asker && tickets.read(ticket, { userId: asker.userId, parentId, name });
  const found = offered && (await set.together(lookUpTogether, { caller, ticket, blobId: offered.blobId, parentId }));
  if (!found) throw new Failure('UPLOAD_UNKNOWN');
  const { used, content, isJudged } = found.also;
  if (used?.instanceId) return showInstance(database, used.instanceId, context);
  if (used) throw new Failure('UPLOAD_UNKNOWN');
  const { verdict } = found;
  if (verdict instanceof Failure) throw verdict;
  if (!content) throw new Failure('UPLOAD_UNKNOWN');
  await deps.judgeArrival(database, verdict.place, { name, size: content.size, isJudged });
  // A success must mean that the object exists. On UPLOAD_UNKNOWN the client checks again and sends the bytes.
  if ((await store.head(content.objectKey, { fresh: true }))?.size !== content.size) throw new Failure('UPLOAD_UNKNOWN');
  if (!(await proofHolds(deps, content, offered.challenge(content.size), input))) {
    await wasteTicket(database, ticket);
    throw new Failure('PROOF_WRONG');
  }
  const { place } = verdict;
  const file = { name, blobId: content.id, size: content.size, ...makerOf(caller) };
  const record = recordOf(file, input.spaceName, place);
  const adding = { caller, folder: place, ticket, file, record, facts: factsRowOfRequest() };
  const atOnce = caller.visitor ? null : await set.together(saveTogether, adding);
  const { made, shown, again } = atOnce
    ? { made: atOnce, shown: null, again: false }
    : { made: null, ...(await set.inTurn(() => saveInSteps(deps, place, content, record, input, context))) };
  if (!again) countAnswered(deps, caller, content.size);
  deps.changes.fileArrived(place);
  if (!made) return shown;
  return presentItem(
    authorisedChild(context.caller, place, {
      ...made,
      name,
      isFile: true,
      size: content.size,
      blobId: content.id,
      updatedAt: made.createdAt,
    }),
  );
}

const lookUpTogether = gathered(lookUpTickets, askerOf);
const saveTogether = gathered(({ database }, added: readonly TicketToSave[]) => addTogether(database, added, saveTickets), spaceKey);

/** Handles what one statement cannot decide: a new version, a numbered name, content marked for collection, a repeated ticket. */
async function saveInSteps(
  { database }: UploadDeps,
  place: ItemContext,
  content: TicketContent,
  record: UploadRecord,
  input: Second,
  context: UserContext,
): Promise<SavedInSteps> {
  return whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const taken = await takeTicket(transaction, input.fileId);
      if (taken.state === 'saved') return { shown: await showInstance(transaction, taken.instanceId, context), again: true };
      if (taken.state === 'over') throw new Failure('UPLOAD_UNKNOWN');
      await lockFolder(transaction, place.instanceId, place.spaceId);
      if (!(await reviveContent(transaction, content.id))) throw new Failure('UPLOAD_UNKNOWN');
      const saved = await saveFile(
        transaction,
        {
          spaceId: place.spaceId,
          parentId: place.instanceId,
          name: input.fileName,
          blobId: content.id,
          size: content.size,
          caller: context.caller,
          onConflict: input.onConflict ?? 'fail',
        },
        async () => {
          if (!(await chargeQuota(transaction, place.spaceId, content.size))) throw new Failure('SPACE_NOT_ENOUGH');
          await recheck(transaction, context.caller, place.instanceId, 'upload');
        },
      );
      await keepOutcome(transaction, input.fileId, saved.instanceId);
      await keepArrival(transaction, context.caller, { ...saved, size: content.size }, record);
      await enter(transaction, [{ kind: 'item', id: saved.instanceId, detail: { version: saved.version } }]);
      return { shown: await showInstance(transaction, saved.instanceId, context), again: false };
    }),
  );
}

async function proofHolds(
  { store }: UploadDeps,
  content: TicketContent,
  { nonce, ranges }: InstantTicket['proof'],
  input: Second,
): Promise<boolean> {
  const hash = createHash('sha256').update(nonce, 'utf8');
  for (const [start, length] of ranges) {
    const stream = await store.read(content.objectKey, { start, end: start + length - 1 });
    if (!stream) throw new Failure('STORE_FAILED');
    let at = start;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (content.confuse) confuse(chunk, at, content.confuse);
      hash.update(chunk);
      at += chunk.length;
    }
  }
  const sha256Fits = content.sha256 !== null && timingSafeEqual(Buffer.from(content.sha256), Buffer.from(input.sha256));
  return timingSafeEqual(hash.digest(), Buffer.from(input.proof, 'hex')) && sha256Fits;
}
