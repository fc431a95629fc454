import { useState } from 'react';
import type { ReactNode } from 'react';
import { confirmDiscard } from '../confirm/confirm-discard.ts';
import { SideDrawer } from './SideDrawer.tsx';
import type { SideDrawerProps } from './SideDrawer.tsx';
import styles from './form-drawer.module.css';

/** How a form tells its drawer what becomes of it. */
export interface FormInDrawer {
  /** Whether something is entered that is not saved. */
  onDirty(dirty: boolean): void;
  /** Closes, and asks before what is entered is lost. */
  onCancel(): void;
  /** Closes. */
  onDone(): void;
}

interface FormDrawerProps extends Omit<SideDrawerProps, 'children' | 'classNames'> {
  children(form: FormInDrawer): ReactNode;
  /** The fields scroll and the foot stays (`FormParts.tsx`); otherwise the whole content scrolls. */
  foot?: boolean;
}

/** A form in a drawer, which asks before what is entered is lost. */
export function FormDrawer({ children, foot = false, onClose, ...props }: FormDrawerProps) {
  const [dirty, setDirty] = useState(false);
  const done = () => {
    setDirty(false);
    onClose();
  };
  const cancel = async () => {
    if (await confirmDiscard(dirty)) done();
  };
  const classNames = foot ? { content: styles.drawer ?? '', body: styles.body ?? '' } : { body: styles.scrolling ?? '' };
  return (
    <SideDrawer {...props} classNames={classNames} onClose={() => void cancel()}>
      {children({ onDirty: setDirty, onCancel: () => void cancel(), onDone: done })}
    </SideDrawer>
  );
}
