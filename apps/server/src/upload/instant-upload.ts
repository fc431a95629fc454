import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '@alcove/contract';
import type { Instance, RequestOf , calls} from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import { holdFolder, requireName, showInstance } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise } from '../permission/index.ts';
import { readContent, reviveContent } from './content-queries.ts';
import type { StoredContent } from './content-queries.ts';
import type { UploadDeps } from './deps.ts';
import { saveFile } from './save-file.ts';
import { useSpace } from './upload-queries.ts';

type Second = RequestOf<typeof calls.upload.secondUpload>;

/**
 * Instant transfer: who proves that they hold the content gets a file of it without sending it. The ticket works once; sent
 * again it answers the same instance. A wrong proof uses the ticket up.
 * Throws UPLOAD_UNKNOWN, PROOF_WRONG, SPACE_NOT_ENOUGH, NAME_TAKEN, FILE_NOT_FOUND.
 */
export async function instantUpload(deps: UploadDeps, input: Second, context: UserContext): Promise<Instance> {
  const { database, store } = deps;
  requireName(input.fileName, limits.nameLength, 'fileName');
  const ticket = await database
    .selectFrom('instant_ticket').selectAll().where('id', '=', input.fileId).where('user_id', '=', context.caller.userId).where('parent_id', '=', input.parentId)
    .where('expires_at', '>', sql<Date>`now()`).executeTakeFirst();
  if (!ticket) throw new Failure('UPLOAD_UNKNOWN');
  if (ticket.instance_id) return showInstance(database, ticket.instance_id, context);
  const { place } = await authorise(database, context.caller, input.parentId, 'upload');
  const content = await readContent(database, ticket.blob_id, store.bucket);
  if (!content || content.quarantined) throw new Failure('UPLOAD_UNKNOWN');
  if (!(await proofHolds(deps, content, ticket, input))) {
    await database.deleteFrom('instant_ticket').where('id', '=', ticket.id).where('instance_id', 'is', null).execute();
    throw new Failure('PROOF_WRONG');
  }
  const instanceId = await database.transaction().execute(async (transaction) => {
    const locked = await transaction.selectFrom('instant_ticket').select('instance_id').where('id', '=', ticket.id).forUpdate().executeTakeFirst();
    if (!locked) throw new Failure('UPLOAD_UNKNOWN');
    if (locked.instance_id) return locked.instance_id;
    await holdFolder(transaction, place.instanceId);
    if (!(await reviveContent(transaction, content.id))) throw new Failure('UPLOAD_UNKNOWN');
    const saved = await saveFile(transaction, {
      spaceId: place.spaceId, parentId: place.instanceId, name: input.fileName, blobId: content.id, size: content.size, userId: context.caller.userId, onConflict: input.onConflict ?? 'fail',
    });
    if (!(await useSpace(transaction, place.spaceId, content.size))) throw new Failure('SPACE_NOT_ENOUGH');
    await transaction.updateTable('instant_ticket').set({ instance_id: saved.instanceId }).where('id', '=', ticket.id).execute();
    return saved.instanceId;
  });
  return showInstance(database, instanceId, context);
}

async function proofHolds({ store }: UploadDeps, content: StoredContent, ticket: { nonce: string; ranges: [number, number][] }, input: Second): Promise<boolean> {
  const hash = createHash('sha256').update(ticket.nonce, 'utf8');
  for (const [start, length] of ticket.ranges) {
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
