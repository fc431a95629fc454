import { calls } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import { answer, sessionCookie } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { changePassword } from './change-password.ts';
import { clientAgent } from './client-agent.ts';
import type { IdentityDeps } from './deps.ts';
import { answerDevice } from './devices.ts';
import { confirmQr, generateQrId, queryStatusByQrId } from './qr-sign-in.ts';
import { endSessions, findSignOut, reportClient } from './session-queries.ts';
import { sessionsOf } from './sessions-of.ts';
import { openSession } from './sessions.ts';
import { saveSettings } from './settings-queries.ts';
import { noteSignedOut } from './signed-out.ts';
import { pluginInfo, signOutAt } from './site.ts';
import { readCapacity, readCurrentUser } from './user-queries.ts';

const { user } = calls;

export function routes(deps: IdentityDeps): Binding[] {
  const { database } = deps;
  return [
    answer(user.logout, async (_, context) => {
      let address: string | null = null;
      if (context.caller) {
        const { userId, sessionId } = context.caller;
        address = await findSignOut(database, sessionId);
        await database.transaction().execute(async (transaction) => {
          await endSessions(transaction, userId, [sessionId]);
          await enter(transaction);
        });
        deps.forgetSessions(context.caller.userId);
        noteSignedOut(context);
      }
      context.setCookie(sessionCookie, null);
      return { address: address && signOutAt(address, context.origin) };
    }),
    answer(user.clientLogin, async (facts, context) => {
      const { userId, sessionId } = context.caller;
      const agent = clientAgent(facts, context.agent);
      const opened = { userId, kind: 'client', browser: null, device: null, agent, address: context.ip } as const;
      const session = await openSession(database, opened, { sessionId }, await deps.sessionTimes());
      deps.forgetSessions(userId);
      return { token: session.token, expiresAt: session.expiresAt.toISOString() };
    }),
    answer(user.sessions, async (_, { caller }) => sessionsOf(database, caller.userId, await deps.sessionTimes(), caller.sessionId)),
    answer(user.endSession, async ({ sessionIds }, { caller }) => {
      const ended = await endSessions(database, caller.userId, sessionIds);
      deps.forgetSessions(caller.userId);
      return { ended };
    }),
    answer(user.answerDevice, (input, context) => answerDevice(deps, input, context)),
    answer(user.logPc, async (facts, { caller, agent }) => {
      await database.transaction().execute(async (transaction) => {
        if (await reportClient(transaction, caller.sessionId, clientAgent(facts, agent))) await enter(transaction);
      });
      return null;
    }),
    answer(user.changePassword, (input, context) => changePassword(deps, input, context)),
    answer(user.saveSettings, (input, context) => saveSettings(database, input, context)),
    answer(user.currentUser, (_, { caller }) => readCurrentUser(deps, caller.userId, caller.sessionId)),
    answer(user.queryUserCapacity, (_, { caller }) => readCapacity(database, caller.userId)),
    answer(user.requestIp, async (_, { ip }) => ({ ip })),
    answer(user.pluginInfo, () => pluginInfo(deps.serviceConfig)),
    answer(user.generateQrId, (_, context) => generateQrId(deps, context)),
    answer(user.queryStatusByQrId, ({ qrId }, context) => queryStatusByQrId(deps, qrId, context)),
    answer(user.confirmQr, (input, context) => confirmQr(deps, input, context)),
  ];
}
