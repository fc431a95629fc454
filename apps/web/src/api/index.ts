export { calls } from '@alcove/contract';
export { CallFailed, failureMessage } from './call-failed.ts';
export { call, callForFile } from './client.ts';
export { fetchCurrent, refetch, queryClient } from './query-client.ts';
