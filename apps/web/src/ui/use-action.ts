import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type { AnswerOf, Call, InputOf } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import { toast } from './toast/toast.ts';
import { failureMessage } from '../api/call-failed.ts';
import { call } from '../api/client.ts';

interface ActionOptions<C extends Call> {
  /** Query key prefixes to refetch after the call succeeds. */
  refreshes?: readonly QueryKey[];
  onDone?: (answer: AnswerOf<C>) => void;
  /** The form shows the failure itself, so no toast appears. */
  quiet?: boolean;
}

/** A call that changes something, as a mutation: `const rename = useAction(calls.instance.rename, { refreshes: [['files']] })`. */
export function useAction<C extends Call>(to: C, { refreshes = [], onDone, quiet = false }: ActionOptions<C> = {}) {
  const queries = useQueryClient();
  return useMutation<AnswerOf<C>, Error, InputOf<C>>({
    mutationFn: (input) => call(to, input),
    onSuccess: async (answer) => {
      onDone?.(answer);
      await Promise.all(refreshes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!quiet) toast.error(failureMessage(error, t('errors.unknown')));
    },
  });
}
