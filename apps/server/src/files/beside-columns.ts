import type { FewItems, FolderPage, InstanceId, PermissionItem } from '@alcove/contract';
import type { ItemContext, RightsBelow } from '../permission/index.ts';
import { childRows } from './child-rows.ts';
import type { PageContent, PageFacts } from './page-content-queries.ts';
import { aboveChildrenOf, commonOfChildren, linkPathOf } from './present.ts';
import type { Above } from './present.ts';

/** What a page of a folder says beside its columns. These are read only if the caller may do more with some of the children than with others. */
export function besideColumns(content: PageContent, place: ItemContext, rights: RightsBelow): Pick<FolderPage, 'common' | 'few'> {
  const { facts } = content;
  const above = aboveChildrenOf(place);
  const [usual, unusual] = rights.ofAll ? [rights.ofAll, new Map()] : rightsOf(content, place, rights);
  const creator = facts.people[place.creatorId] ?? '';
  const few: FewItems = {
    tags: facts.tags,
    collected: facts.collected,
    shared: above.tellsShared ? (facts.shared ?? []) : [],
    links: linksOf(facts, above, (id) => unusual.get(id) ?? usual),
    creators: namesOf(facts.creators, facts),
    editors: namesOf(facts.editors, facts),
    rights: Object.fromEntries(unusual),
  };
  return { common: commonOfChildren(above, { fileAuth: usual, creator }), few };
}

type Rights = readonly PermissionItem[];

/** What is allowed with the first child, and what with those with which something else is. */
function rightsOf(content: PageContent, place: ItemContext, rights: RightsBelow): [usual: Rights, unusual: Map<InstanceId, Rights>] {
  const each = childRows(content, place).map((row) => ({ id: row.id, items: rights.of(row) }));
  const usual = each[0]?.items ?? [];
  return [usual, new Map(each.flatMap(({ id, items }) => (items === usual ? [] : [[id, items] as const])))];
}

const linksOf = ({ linked }: PageFacts, above: Above, fileAuthOf: (id: InstanceId) => Rights): Record<InstanceId, string> =>
  Object.fromEntries(
    (Object.keys(linked) as InstanceId[]).flatMap((id) => {
      const path = linkPathOf(linked[id], above, fileAuthOf(id));
      return path === null ? [] : [[id, path]];
    }),
  );

const namesOf = (ids: Record<InstanceId, string> | null, { people }: PageFacts): Record<InstanceId, string> =>
  Object.fromEntries(Object.entries(ids ?? {}).map(([id, person]) => [id, people[person] ?? '']));
