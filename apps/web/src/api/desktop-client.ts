import { systemOf } from '@alcove/transfer';
import { allowed } from './current-user.ts';

/** This computer's operating system, or null when there is no desktop app for it. */
export const system = systemOf(navigator.userAgent);

/** Whether a desktop app is available for this computer; if not, the interface never mentions one. */
export const clientOffered = (): boolean => system !== null && allowed().clients.includes(system);
