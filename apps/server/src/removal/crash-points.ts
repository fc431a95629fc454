/** The durable steps of removing content. A test stops after each of them and starts again. */
export const crashPoints = ['content forgotten', 'object removed', 'stray marked', 'stray condemned'] as const;
export type CrashPoint = (typeof crashPoints)[number];
