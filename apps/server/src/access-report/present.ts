import type { AccessGrant, GrantSubject, InstanceId } from '@alcove/contract';
import { isRoot, visibleAncestors } from '../permission/index.ts';
import type { GrantSource, ItemContext, StoredGrant } from '../permission/index.ts';
import type { Names } from './names.ts';

/** Leaves out the names of folders that the reader may not see. */
export function presentGrant(grant: StoredGrant, place: ItemContext, names: Names): AccessGrant {
  const { instanceId, subject, role, createdAt, expiresAt } = grant;
  const visible = new Map([...visibleAncestors(place), { id: place.instanceId, name: place.name }].map(({ id, name }) => [id, name]));
  return {
    subject: { ...subject, name: names.of(subject.id) },
    role,
    on: {
      instanceId,
      name: visible.get(instanceId) ?? null,
      top: instanceId === (isRoot(place) ? place.instanceId : place.ancestors[0]?.id),
    },
    givenBy: names.of(grant.grantorId),
    createTime: createdAt.toISOString(),
    endTime: expiresAt?.toISOString() ?? null,
  };
}

/** The name of the initiator for a share, else that of the group or department. */
export const sourceName = (source: GrantSource, grantorId: string | undefined, spaces: ReadonlyMap<string, string>, names: Names): string =>
  source.kind === 'share' ? names.of(grantorId ?? '') : (spaces.get(source.id) ?? '');

export const subjectsOf = (grants: readonly { subject: GrantSubject; grantorId: string }[]): GrantSubject[] =>
  grants.flatMap(({ subject, grantorId }) => [subject, { kind: 'person' as const, id: grantorId }]);

export const chainOf = ({ instanceId, ancestors }: ItemContext): InstanceId[] => [instanceId, ...ancestors.map(({ id }) => id).reverse()];
