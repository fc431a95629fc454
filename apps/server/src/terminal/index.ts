/** Public API: messages for the person at the terminal, in the terminal's language. */
export { createAdmin } from './create-admin.ts';
export { firstMinute } from './first-minute.ts';
export type { Lacking } from './first-minute.ts';
export { givePassword } from './give-password.ts';
export { terminalTexts } from './texts.ts';
export type { Terminal } from './texts.ts';
export { turnAllowlistOff } from './turn-allowlist-off.ts';
export { whyNotStarted } from './why-not-started.ts';
