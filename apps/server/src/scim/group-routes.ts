import { Failure } from '../http/index.ts';
import { chosenOf, showGroup, showList } from './answers.ts';
import type { ScimDeps } from './deps.ts';
import { readFilter } from './filters.ts';
import { findGroup, membersOf, pageOfGroups } from './group-queries.ts';
import { readGroup } from './group-resource.ts';
import { readOperations } from './patches.ts';
import { createPushedGroup, deletePushedGroup, patchPushedGroup, replacePushedGroup } from './push-groups.ts';
import { bodyOf, choiceIn, idOf, pageIn } from './requests.ts';
import type { Bind } from './requests.ts';

/** Members can be thousands, so they are shown only of one group that is asked for by its id. */
export function bindGroups(deps: ScimDeps, bind: Bind): void {
  const nameOf = async (platformId: string, id: string): Promise<string> => (await findGroup(deps.database, platformId, id))?.name ?? '';

  bind('GET', '/Groups', async (request, { pusher: { platformId }, base }) => {
    const { filter, startIndex, ...page } = pageIn(request);
    const wanted = filter === undefined ? new Map<string, string>() : readFilter(filter, ['displayName', 'externalId', 'id']);
    const { total, rows } = await pageOfGroups(deps.database, platformId, wanted, page);
    const choice = choiceIn(request);
    return showList(
      rows.map((group) => chosenOf(showGroup(group, base, null), choice)),
      { total, startIndex },
    );
  });
  bind('GET', '/Groups/:id', async (request, { pusher: { platformId }, base }) => {
    const group = await findGroup(deps.database, platformId, idOf(request));
    if (!group) throw new Failure('SCIM_GONE');
    const { only, without } = choiceIn(request);
    const isShown = !without.has('members') && (only === null || only.has('members'));
    return showGroup(group, base, isShown ? await membersOf(deps.database, group.departmentId) : null);
  });
  bind('POST', '/Groups', async (request, asked) => {
    const whole = readGroup(bodyOf(request));
    asked.name = whole.group.name;
    return showGroup(await createPushedGroup(deps, asked.pusher, whole), asked.base, null);
  });
  bind('PUT', '/Groups/:id', async (request, asked) => {
    const whole = readGroup(bodyOf(request));
    asked.name = whole.group.name;
    return showGroup(await replacePushedGroup(deps, asked.pusher, idOf(request), whole), asked.base, null);
  });
  bind('PATCH', '/Groups/:id', async (request, asked) => {
    const operations = readOperations(bodyOf(request));
    asked.name = await nameOf(asked.pusher.platformId, idOf(request));
    await patchPushedGroup(deps, asked.pusher, idOf(request), operations);
    return null;
  });
  bind('DELETE', '/Groups/:id', async (request, asked) => {
    asked.name = await nameOf(asked.pusher.platformId, idOf(request));
    await deletePushedGroup(deps, asked.pusher, idOf(request));
    return null;
  });
}
