import { z } from 'zod';
import { limits } from './limits.ts';

/** A path of this site, or a web address: it becomes a link on our pages. */
const address = z.union([z.string().regex(/^\/(?!\/)[^\s\\]*$/), z.url({ protocol: /^https?$/ })]).and(z.string().max(2048));
/** '' where there is nothing to lead to. */
const link = z.union([z.literal(''), address]);
const title = z.string().trim().min(1).max(60);
const hosts = z.array(z.string().max(253)).max(100);
const client = z.strictObject({ version: z.string().max(64), address });

/**
 * Every code of the service configuration: what may stand in its row, and what holds where there is none. A value that does not fit
 * counts as none, so that no page and no call breaks over it.
 */
export const serviceConfigCodes = {
  /** Folders can be downloaded in the browser too. */
  folderDownload: z.boolean().default(false),
  /** What is uploaded from now on is obfuscated in the store. */
  storageEncryption: z.boolean().default(false),
  /** A file that truly is empty is kept like any other; off: it is refused as one that could not be read. */
  emptyFiles: z.boolean().default(true),
  /** Most characters of a new name, its extension not counted. */
  renameLength: z.number().int().min(1).max(limits.nameLength).default(limits.renameLength),
  /** Most files that the browser takes at once. */
  filesPerSelection: z.number().int().min(1).max(limits.filesPerSelection.client).default(limits.filesPerSelection.web),
  /** Whose content may be found instead of being uploaded again: the whole company's, or only what the person can reach. */
  instantTransferScope: z.enum(['company', 'reachable']).default('company'),
  /** The site is open to the internet: nobody there is offered the plug-in. */
  publicSite: z.boolean().default(false),
  helpDocuments: link.default('/disk/help'),
  publicDocuments: link.default(''),
  feedback: link.default(''),
  outsourcingProcess: link.default(''),
  productSite: link.default(''),
  portal: link.default(''),
  systemTitle: z.strictObject({ 'zh-CN': title, 'en-US': title }).default({ 'zh-CN': '云阁', 'en-US': 'Alcove' }),
  /** Host names of test sites: on these the plug-in listens on its other ports. */
  testHosts: hosts.default([]),
  /** Where the desktop client is got, by the system that it is built for. */
  clientDownload: z.strictObject({ windows: client.optional(), macos: client.optional(), linux: client.optional() }).default({}),
  /** The plug-in that is offered. `systems` and `testHosts` may stand here as well as under the codes of their own. */
  pluginInfo: z
    .strictObject({
      revision: z.string().regex(/^\d{1,9}(\.\d{1,9}){0,5}$/),
      systems: z
        .array(client.extend({ system: z.enum(['windows', 'macos', 'linux']) }))
        .max(20)
        .default([]),
      testHosts: hosts.default([]),
    })
    .default({ revision: '0.0.0.0', systems: [], testHosts: [] }),
} as const;

export type ServiceConfigCode = keyof typeof serviceConfigCodes;
export type ServiceConfig = { readonly [Code in ServiceConfigCode]: z.output<(typeof serviceConfigCodes)[Code]> };

/** The configuration that these rows make, and the codes whose value does not fit or that nobody knows. */
export function serviceConfigOf(rows: readonly { code: string; value: unknown }[]): { config: ServiceConfig; wrong: string[] } {
  const values = new Map(rows.map(({ code, value }) => [code, value]));
  const wrong = rows.flatMap(({ code }) => (Object.hasOwn(serviceConfigCodes, code) ? [] : [code]));
  const config = Object.fromEntries(
    Object.entries(serviceConfigCodes).map(([code, schema]) => {
      const parsed = schema.safeParse(values.get(code));
      if (!parsed.success) wrong.push(code);
      return [code, parsed.success ? parsed.data : schema.parse(undefined)];
    }),
  ) as ServiceConfig;
  return { config, wrong };
}
