import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

interface AddressOf<Filter> {
  /** Reads an address that anybody may have typed. */
  read(address: URLSearchParams): Filter;
  /** The address of a view; what else stands in the present one may stay. */
  write(filter: Filter, address: URLSearchParams): URLSearchParams;
  /** Which of several lists is shown, a tab or a folder; another one is a step of the history, as another page is. */
  tabOf?(filter: Filter): string | null;
}

/**
 * Where a list stands is in the address, so that back, reload and a copied address keep it. The functions are to stay the same
 * from one rendering to the next.
 */
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
