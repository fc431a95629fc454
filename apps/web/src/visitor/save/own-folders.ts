import type { CurrentUser, Instance } from '@alcove/contract';
import { newTraceId } from '../../api/trace-id.ts';
import { dataOf, requestOf, unanswered, type Wired } from '../../api/wire.ts';
import { CallFailed } from '../../api/call-failed.ts';

/** Calls with the session of the signed-in colleague alone; no token of the link goes along. */
async function asPerson<Answer>(path: string, fields: Record<string, unknown>, signal: AbortSignal): Promise<Answer> {
  const to: Wired = { method: 'GET', path, fieldsIn: 'query' };
  const traceId = newTraceId();
  try {
    const [address, init] = requestOf(to, fields, traceId, {});
    return await dataOf<Answer>(await fetch(address, { ...init, signal }), traceId);
  } catch (error) {
    if (signal.aborted || error instanceof CallFailed) throw error;
    throw unanswered(false, traceId, error);
  }
}

/** The root of the person's own space. */
export const ownRoot = async (signal: AbortSignal): Promise<string> =>
  (await asPerson<CurrentUser>('/disk/api/user/currentUser', {}, signal)).personalRootId;

export const foldersIn = (parentId: string, signal: AbortSignal): Promise<Instance[]> =>
  asPerson<Instance[]>('/disk/api/instance/queryFolderByParentId', { parentId }, signal);
