import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';

/** What the signed-in person has set up. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['user', 'secondFactors'],
  queryFn: ({ signal }) => call(calls.user.secondFactors, {}, { signal }),
});
