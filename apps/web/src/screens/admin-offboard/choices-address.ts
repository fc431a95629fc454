import { idIn, oneIn, putIn } from '../../ui/list-screen/list-address.ts';
import { nobody, type Choices } from './choices.ts';
import type { Chosen } from './Successor.tsx';

/** A browser or a proxy may refuse a longer address. The successors of further groups do not outlast a reload. */
const mostGroups = 40;
const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const groupAndPerson = new RegExp(`^(${id})\\.(${id})$`, 'i');

/** The names come with the preview, see `withNames`. */
const withoutName = (userId: string | null): Chosen | null => (userId === null ? null : { userId, name: '' });

/** Reads an address that anybody may have typed: invalid values count as absent. `nobody` itself if nothing is chosen in it. */
export function readChoices(address: URLSearchParams): Choices {
  const groups = address.getAll('group').flatMap((value) => {
    const [, groupId, userId] = groupAndPerson.exec(value) ?? [];
    return groupId !== undefined && userId !== undefined ? [[groupId, withoutName(userId)] as const] : [];
  });
  const choices: Choices = {
    space: withoutName(idIn(address, 'space')),
    keeps: oneIn(address, 'space', ['keep'], null) !== null,
    groups: Object.fromEntries(groups.slice(0, mostGroups)),
    departments: withoutName(idIn(address, 'departments')),
    shares: withoutName(idIn(address, 'shares')),
  };
  const { space, keeps, departments, shares } = choices;
  return space || keeps || departments || shares || groups.length > 0 ? choices : nobody;
}

/** Whom the address names otherwise stays in it. */
export function writeChoices(address: URLSearchParams, { space, keeps, groups, departments, shares }: Choices): URLSearchParams {
  const next = putIn(address, {
    space: [keeps ? 'keep' : (space?.userId ?? null), null],
    departments: [departments?.userId ?? null, null],
    shares: [shares?.userId ?? null, null],
  });
  next.delete('group');
  const chosen = Object.entries(groups).flatMap(([groupId, one]) => (one ? [`${groupId}.${one.userId}`] : []));
  for (const value of chosen.slice(0, mostGroups)) next.append('group', value);
  return next;
}

/** Gives those their names who have none, because only their ids were in the address. */
export function withNames(choices: Choices, people: readonly Chosen[]): Choices {
  const named = (one: Chosen | null): Chosen | null =>
    one && one.name === '' ? { ...one, name: people.find(({ userId }) => userId === one.userId)?.name ?? '' } : one;
  return {
    ...choices,
    space: named(choices.space),
    groups: Object.fromEntries(Object.entries(choices.groups).map(([groupId, one]) => [groupId, named(one)])),
    departments: named(choices.departments),
    shares: named(choices.shares),
  };
}
