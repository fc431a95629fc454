import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

interface AddressOf<Filter> {
  /** Reads an address that anybody may have typed: invalid values count as absent. */
  read(address: URLSearchParams): Filter;
  /** The address of a view; other parameters of the current address may stay. */
  write(filter: Filter, address: URLSearchParams): URLSearchParams;
  /** Which of several lists is shown, a tab or a folder. Switching adds a history entry, as changing the page does. */
  tabOf?(filter: Filter): string | null;
}

/** Keeps a list's state in the address, so that back, reload and a copied address restore it. Callers pass stable functions. */
export function useListAddress<Filter extends { page: number }>({ read, write, tabOf }: AddressOf<Filter>) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => read(address), [address, read]);
  const onFilter = useCallback(
    (next: Filter): void =>
      setAddress((before) => write(next, before), { replace: next.page === filter.page && tabOf?.(next) === tabOf?.(filter) }),
    [setAddress, write, tabOf, filter],
  );
  return { filter, onFilter };
}
