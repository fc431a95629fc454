import { z } from 'zod';

/** Stored per user (specification 1 section 3). The spelling `vioceTip` is the specification's. */
export const commonSettings = z.strictObject({
  showRedCount: z.boolean().default(true),
  vioceTip: z.boolean().default(false),
  downloadPath: z.string().max(1024).default(''),
  askDownloadPath: z.boolean().default(false),
});
export type CommonSettings = z.output<typeof commonSettings>;
