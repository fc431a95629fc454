import { lazy, Suspense, useEffect, useState } from 'react';
import { shortcutsOpen } from './shortcuts-view.ts';
import { useStore } from '../../ui/store.ts';
import { letterKeys } from '../../ui/letter-keys.ts';

const KeysDialog = lazy(() => import('./ShortcutsDialog.tsx'));
const taken = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Mounts the shortcut list, which `?` opens outside of text fields. */
export function KeysHost() {
  const opened = useStore(shortcutsOpen);
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || !letterKeys.read()) return;
      if (event.target instanceof HTMLElement && event.target.closest(taken)) return;
      event.preventDefault();
      shortcutsOpen.set(true);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return (
    wanted && (
      <Suspense>
        <KeysDialog opened={opened} onClose={() => shortcutsOpen.set(false)} />
      </Suspense>
    )
  );
}
