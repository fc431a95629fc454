import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerRequest, showRequest } from './answer-request.ts';
import { ownRequests } from './access-queries.ts';
import { requestAccess } from './request-access.ts';
import { withdrawRequest } from './withdraw-request.ts';

const { access } = calls;

export interface AccessRequestDeps {
  database: Kysely<Tables>;
  wake: (job: 'notify of access requests') => void;
}

export const routes = ({ database, wake }: AccessRequestDeps): Binding[] => [
  answer(access.request, async (input, { caller }) => {
    const made = await requestAccess(database, input, caller);
    wake('notify of access requests');
    return made;
  }),
  answer(access.mine, (_input, { caller }) => ownRequests(database, caller.userId)),
  answer(access.withdraw, ({ requestId }, { caller }) => withdrawRequest(database, requestId, caller)),
  answer(access.detail, ({ requestId }, { caller }) => showRequest(database, requestId, caller)),
  answer(access.answer, (input, { caller }) => answerRequest(database, input, caller)),
];
