import { z } from 'zod';
import { serviceConfigCodes } from '@alcove/contract';
import type { ServiceConfigCode } from '@alcove/contract';

/** What a value may be, in a form that both languages share: `1–128`, `true, false`, `null, 0–…`; else its JSON Schema. Pure. */
export function allowedValues(code: ServiceConfigCode): string {
  return textOf(z.toJSONSchema(serviceConfigCodes[code], { io: 'input', unrepresentable: 'any' }), code.endsWith('Bytes'));
}

/** People type bytes as GB. */
const inGigabytes = (bytes: number | undefined): string =>
  bytes === undefined || bytes >= Number.MAX_SAFE_INTEGER ? '…' : String(Math.ceil((bytes / 2 ** 30) * 1000) / 1000);

function textOf(schema: z.core.JSONSchema.BaseSchema, isBytes: boolean): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((one) => (typeof one === 'object' ? textOf(one, isBytes) : '')))].filter(Boolean).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'boolean') return 'true, false';
  if (schema.type === 'null') return 'null';
  if (schema.type === 'integer' && isBytes) return `${inGigabytes(schema.minimum)}–${inGigabytes(schema.maximum)} GB`;
  if (schema.type === 'integer' || schema.type === 'number') return `${schema.minimum ?? '…'}–${within(schema.maximum)}`;
  const { $schema: _dialect, default: _default, ...rest } = schema;
  return JSON.stringify(rest);
}

const within = (maximum: number | undefined): string | number =>
  maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '…' : maximum;
