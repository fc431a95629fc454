import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

interface AddressOf<Filter> {
  /** Reads an address that anybody may have typed. */
  read(address: URLSearchParams): Filter;
  write(filter: Filter): URLSearchParams;
  /** Which of several lists is shown; another one is a step of the history, as another page is. */
  tabOf?(filter: Filter): string;
}

/**
 * Where a list stands is in the address, so that back, reload and a copied address keep it. The functions are to stay the same
 * from one rendering to the next.
 */
export function useListAddress<Filter extends { page: number }>({ read, write, tabOf }: AddressOf<Filter>) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => read(address), [address, read]);
  const onFilter = (next: Filter): void =>
    setAddress(write(next), { replace: next.page === filter.page && tabOf?.(next) === tabOf?.(filter) });
  return { filter, onFilter };
}
