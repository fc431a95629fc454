import { failureText } from '@alcove/contract';
import type { Language, OffboardingProblem } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { sizeText } from './offboarding-rules.ts';
import type { Problem } from './offboarding-rules.ts';

const detailsOf = ({ missingBytes }: Problem): Record<string, string> =>
  missingBytes === undefined ? {} : { size: sizeText(missingBytes) };

export const presentProblem = (problem: Problem, language: Language): OffboardingProblem => ({
  ...problem,
  message: failureText(problem.code, language, detailsOf(problem)),
});

/** The refusal of a call; its field is the part of the successors. */
export const failureOf = (problem: Problem): Failure =>
  new Failure(problem.code, { field: `successors.${problem.field}`, ...detailsOf(problem) });
