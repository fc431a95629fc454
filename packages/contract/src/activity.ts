import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { InstanceId } from './ids.ts';
import type { NoticePerson } from './notices.ts';
import type { Sensitivity } from './sensitivity.ts';

/** What is stored for each kind of activity. Folders are stored by id, so that their names are shown only to those who may see them. */
export interface ActivityData {
  /** `byVisitor`: the visitor of an external link brought it, in the name of the link's creator. */
  newVersion: { version: number; byVisitor?: true };
  versionRestored: { version: number; from: number };
  versionRemoved: { version: number };
  renamed: { from: string; to: string };
  moved: { fromId: InstanceId; toId: InstanceId };
  copied: { fromId: InstanceId };
  deleted: Record<string, never>;
  restored: Record<string, never>;
  shared: { people: number; departments: number };
  /** An external link was made, or withdrawn. */
  linked: Record<string, never>;
  unlinked: Record<string, never>;
  commented: Record<string, never>;
  tagged: { tag: string };
  untagged: { tag: string };
  sensitivityChanged: { from: Sensitivity; to: Sensitivity };
}
export type ActivityKind = keyof ActivityData;
export type ActivityContent = { [Kind in ActivityKind]: { kind: Kind; data: ActivityData[Kind] } }[ActivityKind];

/** A folder's name for the reader: null when it is hidden from them or gone. */
interface ToldData extends Omit<ActivityData, 'moved' | 'copied'> {
  created: Record<string, never>;
  moved: { from: string | null; to: string | null };
  copied: { from: string | null };
}
export type ToldActivity = { [Kind in keyof ToldData]: { kind: Kind; data: ToldData[Kind] } }[keyof ToldData];

export type Activity = ToldActivity & { activityId: string; by: NoticePerson; time: string };

export const list = call<{ items: Activity[]; next: string | null }>()({
  name: 'instance.activity',
  method: 'GET',
  path: '/disk/api/instance/activity',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'attribute', of: 'instanceId' },
  request: z.strictObject({
    instanceId: fields.instanceId,
    fileSharingId: fields.id.optional(),
    /** The `next` of the previous page. */
    before: fields.id.optional(),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'Returns who did what with an item, newest first, thirty per page. Its creation comes last.',
});
