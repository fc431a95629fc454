import { failureText, limits } from '@alcove/contract';
import type { Language, OffboardingProblem } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { sizeText } from './offboarding-rules.ts';
import type { Problem } from './offboarding-rules.ts';

const detailsOf = ({ code, missingBytes }: Problem): Record<string, string | number> => ({
  ...(missingBytes !== undefined && { size: sizeText(missingBytes) }),
  ...(code === 'TOO_DEEP' && { limit: limits.folderDepth }),
});

export const presentProblem = (problem: Problem, language: Language): OffboardingProblem => ({
  ...problem,
  message: failureText(problem.code, language, detailsOf(problem)),
});

/** The refusal of a call; its field is the part of the successors. */
export const failureOf = (problem: Problem): Failure =>
  new Failure(problem.code, { field: `successors.${problem.field}`, ...detailsOf(problem) });
