/** As many people as one choice may contain, all of them real: a call with made-up ids is refused before it does any work. */
import { calls } from '@alcove/contract';
import type { WorstCase } from './worst-cases.test.ts';
import type { World } from './world.ts';

export function crowdCases({ person, crowdIds, idsFor }: World): WorstCase[] {
  const people = crowdIds.map((id) => ({ kind: 'person' as const, id }));
  const groupId = idsFor('groupId')[0]!;
  return [
    {
      name: 'a crowd: members of a group, who come and go',
      async send() {
        await person.call(calls.group.addMembers, { groupId, members: people.map((one) => ({ ...one, level: 'edit' as const })) });
        await person.call(calls.group.removeMembers, { groupId, members: people });
      },
    },
    {
      name: 'a crowd: one folder is shared with all of them, and is no more',
      async send() {
        const { instanceId } = await person.folder(`shared ${Math.random()}`);
        await person.call(calls.innerSharing.create, {
          instanceIds: [instanceId],
          members: people.map((one) => ({ ...one, role: 'viewOnly' as const })),
        });
        await person.call(calls.innerSharing.remove, { instanceId });
      },
    },
  ];
}
