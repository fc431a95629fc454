import { useCallback, useState } from 'react';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A preference kept on this device; the first of `values` by default. */
export function useRemembered<Value extends string>(
  name: string,
  userId: string,
  values: readonly [Value, ...Value[]],
): [Value, (next: Value) => void] {
  const key = `alcove-${name}-${userId}`;
  const [value, setValue] = useState<Value>(() => values.find((one) => one === read(key)) ?? values[0]);
  const remember = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is blocked: the preference lasts until the page is closed.
      }
    },
    [key],
  );
  return [value, remember];
}
