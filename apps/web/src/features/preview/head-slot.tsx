import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The element in the preview's head in which a view renders its own tools. */
export const HeadSlot = createContext<HTMLElement | null>(null);

export function InHead({ children }: { children: ReactNode }) {
  const slot = useContext(HeadSlot);
  return slot && createPortal(children, slot);
}
