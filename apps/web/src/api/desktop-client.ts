import { systemOf } from '@alcove/transfer';
import { allowed } from './current-user.ts';

/** The kind of computer that this page is open on, as far as there is a client for it. */
export const system = systemOf(navigator.userAgent);

/** Whether a client can be got for the computer that this page is open on: until then nothing here speaks of one. */
export const clientOffered = (): boolean => system !== null && allowed().clients.includes(system);
