import { lazy, Suspense, useSyncExternalStore } from 'react';
import { confirmStore } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));

/** The place of the confirm dialog; the dialog itself is loaded with the first question. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.read);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmDialog asked={asked} />
    </Suspense>
  );
}
