import { Drawer } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../i18n/index.ts';
import { letterKeys } from '../../ui/letter-keys.ts';
import { QuickField } from './QuickField.tsx';
import { QuickSheet } from './QuickSheet.tsx';
import styles from './search.module.css';

/** Whether the key event is for a field, or for a dialog above the page. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** A dialog or the preview is open, so the page below it takes no keys. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Calls `open` on Ctrl+K (⌘K) anywhere, and on / outside of fields. */
function useSearchKeys(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => void (latest.current = open));
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && letterKeys.read() && !isTaken(event.target);
      if ((!mod && !slash) || isCovered()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

/** The search field in the header, with a dropdown of results. */
export function QuickSearch() {
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(() => {
    field.current?.focus();
    field.current?.select();
  });
  return (
    <search className={styles.quick}>
      <QuickField ref={field} />
    </search>
  );
}

/** The phone's form: a button that opens a full-screen sheet. */
export function QuickSearchButton({ className }: { className: string | undefined }) {
  const [opened, setOpened] = useState(false);
  const { key } = useLocation();
  const [at, setAt] = useState(key);
  // Every navigation closes the sheet.
  if (at !== key) {
    setAt(key);
    setOpened(false);
  }
  useSearchKeys(() => setOpened(true));
  return (
    <>
      <button type="button" className={className} aria-label={t('search.title')} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <Search size={20} strokeWidth={1.75} aria-hidden />
      </button>
      <Drawer.Root opened={opened} onClose={() => setOpened(false)} position="top" size="100%" padding={0} offset={0} radius={0}>
        <Drawer.Content aria-label={t('search.title')}>
          <Drawer.Body className={styles.sheet}>
            <QuickSheet onClose={() => setOpened(false)} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
