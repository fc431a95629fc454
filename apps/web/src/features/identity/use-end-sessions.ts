import { calls, type OpenSession } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useAction } from '../../ui/use-action.ts';
import { sessionsKey, type Colleague } from './session-queries.ts';

/** The most sessions that one call can end. */
const mostAtOnce = 100;

/** Ends sessions of the reader, or of somebody else. `onEnded`: the pressed button disappears with its row. */
export function useEndSessions(of: Colleague | undefined, onEnded: () => void) {
  const ended = {
    refreshes: [sessionsKey],
    onDone: (answer: { ended: number }) => {
      toast.success(t('identity.sessionsEnded', { n: answer.ended }));
      onEnded();
    },
  };
  const own = useAction(calls.user.endSession, ended);
  const theirs = useAction(calls.adminUser.endSessions, ended);
  const isPending = own.isPending || theirs.isPending;
  const end = (sessions: readonly OpenSession[]) => {
    if (isPending) return;
    const sessionIds = sessions.slice(0, mostAtOnce).map(({ sessionId }) => sessionId);
    if (of) theirs.mutate({ userId: of.userId, sessionIds });
    else own.mutate({ sessionIds });
  };
  return { end, isPending };
}
