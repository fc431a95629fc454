/** Each durable step on the way of content that goes. A test stops after every one of them and starts anew. */
export const crashPoints = ['content forgotten', 'object removed', 'stray marked', 'stray condemned'] as const;
export type CrashPoint = (typeof crashPoints)[number];
