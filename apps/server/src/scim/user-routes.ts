import { Failure } from '../http/index.ts';
import { chosenOf, showList, showPerson } from './answers.ts';
import type { ScimDeps } from './deps.ts';
import { readFilter } from './filters.ts';
import { readOperations } from './patches.ts';
import { findPushed, pageOfPushed } from './person-queries.ts';
import { readPerson } from './person-resource.ts';
import { createPushed, deletePushed, patchPushed, replacePushed } from './push-people.ts';
import { bodyOf, choiceIn, idOf, pageIn } from './requests.ts';
import type { Bind } from './requests.ts';
import { keepWalks } from './walks.ts';

export function bindUsers(deps: ScimDeps, bind: Bind): void {
  const walks = keepWalks();

  bind('GET', '/Users', async (request, { pusher: { platformId }, base }) => {
    const { filter, startIndex, ...page } = pageIn(request);
    const wanted = filter === undefined ? new Map<string, string>() : readFilter(filter, ['userName', 'externalId', 'id']);
    const walk = filter === undefined ? walks.find(platformId, startIndex) : null;
    const { total, rows } = await pageOfPushed(deps.database, platformId, wanted, { ...page, walk });
    const last = rows.at(-1);
    if (last && filter === undefined) walks.keep(platformId, startIndex + rows.length, { after: last.userId, total });
    const choice = choiceIn(request);
    return showList(
      rows.map((person) => chosenOf(showPerson(person, base), choice)),
      { total, startIndex },
    );
  });
  bind('GET', '/Users/:id', async (request, { pusher: { platformId }, base }) => {
    const person = await findPushed(deps.database, platformId, idOf(request));
    if (!person) throw new Failure('SCIM_GONE');
    return showPerson(person, base);
  });
  bind('POST', '/Users', async (request, asked) => {
    const person = readPerson(bodyOf(request));
    asked.name = person.userName;
    return showPerson(await createPushed(deps, asked.pusher, person), asked.base);
  });
  bind('PUT', '/Users/:id', async (request, asked) => {
    const person = readPerson(bodyOf(request));
    asked.name = person.userName;
    return showPerson(await replacePushed(deps, asked.pusher, idOf(request), person), asked.base);
  });
  bind('PATCH', '/Users/:id', async (request, asked) => {
    const operations = readOperations(bodyOf(request));
    asked.name = (await findPushed(deps.database, asked.pusher.platformId, idOf(request)))?.userName ?? '';
    return showPerson(await patchPushed(deps, asked.pusher, idOf(request), operations), asked.base);
  });
  bind('DELETE', '/Users/:id', async (request, asked) => {
    asked.name = (await findPushed(deps.database, asked.pusher.platformId, idOf(request)))?.userName ?? '';
    await deletePushed(deps, asked.pusher, idOf(request));
    return null;
  });
}
