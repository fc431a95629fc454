/** What the value of a content rule may be, and the form in which it is kept. Pure. */
import { limits, sensitivities } from '@alcove/contract';
import type { DlpKind, Sensitivity } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { foldForRules } from './matching/fold.ts';
import { patternOf } from './matching/pattern.ts';

/** The value as it is kept. Throws DLP_… with the field `value`. */
export function checkedValue(kind: DlpKind, value: string): string {
  switch (kind) {
    case 'keyword':
      return checkedKeywords(value);
    case 'pattern':
      return checkedPattern(value);
    case 'suffix':
      return checkedSuffixes(value);
    case 'size':
      if (!/^[1-9]\d{0,14}$/.test(value.trim())) throw wrong('DLP_VALUE_WRONG');
      return value.trim();
    case 'sensitivity':
      if (!sensitivities.includes(value as Sensitivity)) throw wrong('DLP_VALUE_WRONG');
      return value;
  }
}

const wrong = (code: ConstructorParameters<typeof Failure>[0], details: Record<string, string | number> = {}): Failure =>
  new Failure(code, { field: 'value', ...details });

function checkedKeywords(value: string): string {
  const { most, leastLength, mostLength } = limits.dlpKeywords;
  const words = value.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const fits = (word: string): boolean => foldForRules(word).length >= leastLength && word.length <= mostLength;
  if (words.length === 0 || words.length > most || !words.every(fits))
    throw wrong('DLP_KEYWORDS_WRONG', { limit: most, least: leastLength, most: mostLength });
  return [...new Set(words)].join('\n');
}

function checkedPattern(value: string): string {
  const pattern = readPattern(value);
  if (pattern.programSize() > limits.dlpPatternSize) throw wrong('DLP_PATTERN_COMPLEX');
  if (pattern.matcher('').find()) throw wrong('DLP_PATTERN_EMPTY');
  return value;
}

function readPattern(value: string): ReturnType<typeof patternOf> {
  try {
    return patternOf(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    throw wrong('DLP_PATTERN_WRONG', { reason });
  }
}

const suffix = /^[^\s./\\,，;；]{1,32}(\.[^\s./\\,，;；]{1,32})*$/u;

/** Separated by semicolons (specification 2 section 5), or as people type them: by commas or spaces. Without the dot before them, in lower case. */
export const suffixesIn = (value: string): string[] =>
  value
    .split(/[;；,，\s]+/u)
    .map((one) =>
      one
        .normalize('NFKC')
        .toLowerCase()
        .replace(/^\*?\./, ''),
    )
    .filter((one) => one !== '');

function checkedSuffixes(value: string): string {
  const suffixes = suffixesIn(value);
  if (suffixes.length === 0 || !suffixes.every((one) => suffix.test(one))) throw wrong('DLP_SUFFIXES_WRONG');
  return [...new Set(suffixes)].join('; ');
}
