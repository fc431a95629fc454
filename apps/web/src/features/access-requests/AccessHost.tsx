import { lazy, Suspense, useState } from 'react';
import { accessDialogs } from './access-dialogs.ts';
import { useStore } from '../../ui/store.ts';
import type { Shown } from './access-dialogs.ts';

const AskDialog = lazy(() => import('./AskDialog.tsx'));
const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));

/** Mounts the dialogs for requesting access and for answering a request; each is lazy-loaded. */
export function AccessHost() {
  const shown = useStore(accessDialogs.shown);
  // The closed dialog stays mounted for its closing animation.
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
