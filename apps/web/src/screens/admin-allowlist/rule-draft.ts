import type { AllowlistObject, AllowlistRule, InputOf, calls } from '@alcove/contract';
import type { Chosen } from '../../features/people/chosen.ts';

/** What the form lets one choose: departments and people are chosen in one place. */
export const draftObjects = ['everybody', 'administration', 'signIn', 'links', 'role', 'member'] as const;
export type DraftObject = (typeof draftObjects)[number];

/** A rule as the form holds it. */
export interface RuleDraft {
  object: DraftObject;
  roleId: string | null;
  member: Chosen | null;
  /** One address a line. */
  addresses: string;
  regionIds: string[];
  note: string;
  enabled: boolean;
}

export const newDraft: RuleDraft = {
  object: 'administration',
  roleId: null,
  member: null,
  addresses: '',
  regionIds: [],
  note: '',
  enabled: true,
};

export function draftOf({ object, objectId, objectName, addresses, regions, note, enabled }: AllowlistRule): RuleDraft {
  const shared = {
    roleId: null,
    member: null,
    addresses: addresses.join('\n'),
    regionIds: regions.map(({ regionId }) => regionId),
    note,
    enabled,
  };
  if (object === 'role') return { ...shared, object, roleId: objectId };
  if (object !== 'department' && object !== 'person') return { ...shared, object };
  const named = { id: objectId ?? '', name: objectName ?? '', path: [] };
  const member: Chosen =
    object === 'person' ? { kind: 'person', ...named, accountName: '' } : { kind: 'department', ...named, people: 0, departments: 0 };
  return { ...shared, object: 'member', member };
}

/** What the rule restricts; null while it is not chosen yet. */
export function objectOf({ object, roleId, member }: RuleDraft): { object: AllowlistObject; objectId?: string } | null {
  if (object === 'role') return roleId === null ? null : { object, objectId: roleId };
  if (object === 'member') return member && { object: member.kind, objectId: member.id };
  return { object };
}

/** Empty lines count, so that a line has the number that one sees; those at the end do not. */
export const linesOf = ({ addresses }: RuleDraft): string[] => {
  const text = addresses.trimEnd();
  return text === '' ? [] : text.split('\n');
};

/** What was wrong with lines that are as they were then: the others are judged anew in a moment. */
export const stillThere = <Fault extends { line: number }>(
  { faults, lines }: { faults: readonly Fault[]; lines: readonly string[] },
  now: readonly string[],
): Fault[] => faults.filter(({ line }) => lines[line - 1] === now[line - 1]);

/** Adds a line. */
export const withAddress = (draft: RuleDraft, address: string): RuleDraft => ({
  ...draft,
  addresses: [...linesOf(draft), address].join('\n'),
});

export function checkOf(draft: RuleDraft, ruleId: string | undefined): InputOf<typeof calls.adminAllowlist.check> | null {
  const object = objectOf(draft);
  return (
    object && {
      ...object,
      ...(ruleId !== undefined && { ruleId }),
      addresses: linesOf(draft),
      regionIds: draft.regionIds,
      enabled: draft.enabled,
    }
  );
}
