import { lazy, Suspense } from 'react';
import { useStore } from '../store.ts';
import { askedQuestion } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));

/** Mounts the confirm dialog, which is lazy-loaded with the first question. */
export function ConfirmHost() {
  const asked = useStore(askedQuestion);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmDialog asked={asked} />
    </Suspense>
  );
}
