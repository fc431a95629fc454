import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { PreviewKind } from './categories.ts';

const request = z.strictObject({
  instanceId: fields.id,
  linkPath: z.string().max(128).optional(),
  fileSharingId: fields.id.optional(),
  version: fields.version.optional(),
  t: fields.timestamp,
});

export const download = call<{ url: string; fileName: string; fileSize: number }>()({
  name: 'instance.download',
  method: 'GET',
  path: '/disk/api/instance/download',
  fieldsIn: 'query',
  caller: 'user',
  request,
  summary: "A short-lived signed link to one file's bytes.",
});

export interface Preview {
  url: string;
  kind: PreviewKind;
  fileName: string;
  fileSize: number;
}
export const preview = call<Preview>()({
  name: 'instance.preview',
  method: 'GET',
  path: '/disk/api/instance/preview',
  fieldsIn: 'query',
  caller: 'user',
  request,
  summary: 'A short-lived signed link for showing a file in the page.',
});
