import { useCallback, useState } from 'react';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A habit of one person on this device; the first of `values` until they choose. */
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
        // Storage is forbidden: the habit lasts as long as the page.
      }
    },
    [key],
  );
  return [value, remember];
}
