import { createContext, use } from 'react';
import type { Transfers } from '../queue/open.ts';

/** Set by the panel, which waits until they are open. */
export const TransfersContext = createContext<Transfers | null>(null);

export function useTransfers(): Transfers {
  const transfers = use(TransfersContext);
  if (!transfers) throw new Error('only the parts of the transfer panel use the transfers');
  return transfers;
}
