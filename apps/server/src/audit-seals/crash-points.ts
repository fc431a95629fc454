/** The durable steps of sealing, accepting and ending a term. A test stops after each of them and starts again. */
export const sealCrashPoints = ['seal whole', 'pieces removed', 'piece written', 'term told', 'entries removed', 'seal removed'] as const;
export type SealCrashPoint = (typeof sealCrashPoints)[number];
