import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends one at a time: a second click, or Enter after a code that was sent by itself, can come before the button is drawn busy. What failed may be
 * sent again, and what succeeded only if it `repeats`.
 */
export function useOnce<Answer, Input>({ mutate }: Pick<UseMutationResult<Answer, Error, Input>, 'mutate'>, { repeats = false } = {}) {
  const isSent = useRef(false);
  return (input: Input, { onError, onSuccess, ...options }: MutateOptions<Answer, Error, Input> = {}): void => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(input, {
      ...options,
      onError: (...given) => {
        isSent.current = false;
        onError?.(...given);
      },
      onSuccess: (...given) => {
        isSent.current = !repeats;
        onSuccess?.(...given);
      },
    });
  };
}
