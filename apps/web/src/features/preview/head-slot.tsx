import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The place in the preview's head where a view puts what belongs to it alone. */
export const HeadSlot = createContext<HTMLElement | null>(null);

export function InHead({ children }: { children: ReactNode }) {
  const slot = useContext(HeadSlot);
  return slot && createPortal(children, slot);
}
