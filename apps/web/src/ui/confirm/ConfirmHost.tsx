import { lazy, Suspense } from 'react';
import { useStore } from '../store.ts';
import { askedQuestion } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));

/** The place of the confirm dialog; the dialog itself is loaded with the first question. */
export function ConfirmHost() {
  const asked = useStore(askedQuestion);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmDialog asked={asked} />
    </Suspense>
  );
}
