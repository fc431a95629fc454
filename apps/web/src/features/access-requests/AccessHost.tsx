import { lazy, Suspense, useState } from 'react';
import { accessDialogs } from './access-dialogs.ts';
import { useStore } from '../../ui/store.ts';
import type { Shown } from './access-dialogs.ts';

const AskDialog = lazy(() => import('./AskDialog.tsx'));
const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));

/** The place of the dialogs that ask for access and answer; each is loaded when it is first needed. */
export function AccessHost() {
  const shown = useStore(accessDialogs.shown);
  // The last one stays to close by itself.
  const [last, setLast] = useState<Shown | null>(shown);
  if (shown && shown !== last) setLast(shown);
  if (!last) return null;
  const frame = { opened: shown !== null, onClose: accessDialogs.close, onExitTransitionEnd: accessDialogs.closed };
  return (
    <Suspense>
      {last.kind === 'ask' ? (
        <AskDialog key={last.turn} wanted={last.wanted} {...frame} />
      ) : (
        <AnswerDialog key={last.turn} requestId={last.requestId} {...frame} />
      )}
    </Suspense>
  );
}
