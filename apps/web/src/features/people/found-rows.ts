import type { FoundDepartment, FoundPerson, MatchedPart } from '@alcove/contract';
import { departmentChoice, personChoice, type Choice } from './chosen.ts';

export interface FoundRow {
  choice: Choice;
  nameMatch?: MatchedPart | undefined;
  accountMatch?: MatchedPart | undefined;
}

/** Departments come before people, because there are fewer. */
export const foundRows = (found: { departments: FoundDepartment[]; people: FoundPerson[] } | undefined): FoundRow[] =>
  found
    ? [
        ...found.departments.map((one) => ({ choice: departmentChoice(one), nameMatch: one.nameMatch })),
        ...found.people.map((one) => ({ choice: personChoice(one), nameMatch: one.nameMatch, accountMatch: one.accountMatch })),
      ]
    : [];

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
