import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { nameLength, unsafeText } from './names.ts';
import { normalised } from './normalised.ts';

/** The stored form: NFC, trimmed. The call checks the length itself, so that the caller gets a readable failure. */
export const tagText = z
  .string()
  .max(4 * limits.tagLength)
  .transform((text) => normalised(text).trim())
  .refine((text) => nameLength(text) > 0 && !unsafeText.test(text));

const request = z.strictObject({ instanceId: fields.instanceId, fileSharingId: fields.id.optional(), tag: tagText });

export const tag = call<{ tags: string[] }>()({
  name: 'instance.tag',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/tag',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'tag', of: 'instanceId' },
  request,
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['tag'] },
  summary: 'Adds a tag to an item: at most five, each once and of at most 30 characters.',
});

export const untag = call<{ tags: string[] }>()({
  name: 'instance.untag',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/untag',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'tag', of: 'instanceId' },
  request,
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['tag'] },
  summary: 'Removes a tag from an item.',
});

export const suggest = call<{ tags: string[] }>()({
  name: 'instance.suggestTags',
  method: 'GET',
  path: '/disk/api/instance/suggestTags',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'list', of: 'instanceId' },
  request: z.strictObject({ instanceId: fields.instanceId, fileSharingId: fields.id.optional(), t: fields.timestamp }),
  log: 'none',
  summary: "Suggests tags: those recently used in the item's space on items that the caller may see, most frequent first.",
});
