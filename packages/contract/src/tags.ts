import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';

const request = z.strictObject({ instanceId: fields.instanceId, fileSharingId: fields.id.optional(), tag: fields.tagText });

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
