import type { calls, RequestOf } from '@alcove/contract';

/** What the desktop client is called: by its version and system, or as its request does if it tells neither. */
export const clientAgent = ({ clientVersion, system }: RequestOf<typeof calls.user.clientLogin>, agent: string): string =>
  clientVersion === undefined && system === undefined ? agent : ['Alcove', clientVersion, system].filter(Boolean).join(' ');
