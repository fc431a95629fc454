import { serviceConfigCodes } from '@alcove/contract';
import type { ServiceConfigCode } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { allowedValues } from './allowed-values.ts';

const partAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const isEmpty = (part: unknown): boolean => part === undefined || part === null || (typeof part === 'string' && part.trim() === '');

/** What is wrong with a value, or null. */
export function faultOfValue(code: ServiceConfigCode, value: unknown): Failure | null {
  const { error } = serviceConfigCodes[code].safeParse(value);
  if (!error) return null;
  const empty = error.issues.find(({ path }) => path.length > 0 && isEmpty(partAt(value, path)));
  if (empty) return new Failure('CONFIGURATION_VALUE_EMPTY', { field: 'value', code, part: empty.path.join('.') });
  if (code === 'announcement' && error.issues.every(({ code: kind }) => kind === 'custom'))
    return new Failure('LOG_TIMES_WRONG', { field: 'value' });
  return new Failure('CONFIGURATION_VALUE_WRONG', { field: 'value', code, allowed: allowedValues(code) });
}
