import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
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
  // Leaving a field sends its text, and the click that left it may change more before the address has followed.
  const latest = useRef(filter);
  useLayoutEffect(() => {
    latest.current = filter;
  }, [filter]);
  const onFilter = useCallback(
    (asked: Filter): void => {
      const names = Object.keys(asked) as (keyof Filter)[];
      const changed = names.filter((name) => asked[name] !== filter[name]);
      const next = changed.reduce((now, name) => ({ ...now, [name]: asked[name] }), latest.current);
      latest.current = next;
      setAddress((before) => write(next, before), { replace: next.page === filter.page && tabOf?.(next) === tabOf?.(filter) });
    },
    [setAddress, write, tabOf, filter],
  );
  return { filter, onFilter };
}
