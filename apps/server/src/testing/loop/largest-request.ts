/** The largest and most expensive fields that a call's schema accepts, generated from the schema itself. */
import { z } from 'zod';
import { encodeName, limits } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import { encodeFields } from '../client.ts';

/** A text of the given length. */
export type Filling = (length: number) => string;

/** Texts that cost some parser more than their length suggests. */
export const fillings: Record<string, Filling> = {
  'marks out of order': (length) => `a${'\u0315\u0300'.repeat(length)}`.slice(0, length),
  'letters with thirty marks each': (length) => `a${'\u0315\u0300'.repeat(15)}`.repeat(length / 30 + 1).slice(0, length),
  'characters and letters': (length) => '重a行b'.repeat(length).slice(0, length),
  'letters in two halves': (length) => 'a'.repeat(length / 2) + 'b'.repeat(length - Math.floor(length / 2)),
  'words of one letter': (length) => 'a 1'.repeat(length).slice(0, length).trimEnd(),
};

export interface Shape {
  filling: Filling;
  /** The maximum length of a generated text. */
  longestText: number;
  /** Existing ids for fields of this name; any number of them. */
  idsFor(field: string): readonly string[];
}

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Calls through a share name it; a random id would be refused before any work is done. */
const leftOut = ['fileSharingId', 'targetSharingId', 'linkPath'];
/** The maximum length of a generated list, whatever its schema allows. */
const mostItems = 2000;

/**
 * Lists are as long as the body of the call may be. Throws if it cannot generate a field, or if the schema accepts nothing that was
 * generated.
 */
export function largestRequest(call: Call, shape: Shape): Record<string, unknown> {
  const most = call.fieldsIn === 'query' ? 12_000 : (call.mostBytes ?? limits.callBytes.default);
  for (let { longestText } = shape; longestText > 8; longestText = Math.floor(longestText / 2)) {
    const fitting = { ...shape, longestText };
    let made = everyField(call, fitting, mostItems);
    let size = sizeOf(call, made);
    for (let items = mostItems; size > most && items > 1; size = sizeOf(call, made)) {
      items = Math.max(1, Math.min(items - 1, Math.floor((items * most) / size)));
      made = everyField(call, fitting, items);
    }
    const accepted = size > most ? null : asAccepted(call, made);
    if (accepted) return accepted;
  }
  throw new Error(`${call.name} accepts no request that was made for it`);
}

function everyField(call: Call, shape: Shape, items: number): Record<string, unknown> {
  const maker = new Maker(call, shape, items);
  return maker.object(maker.root, 0);
}

/** All fields, or all but one that excludes others, or one that excludes all others; null if the schema accepts none of these. */
function asAccepted(call: Call, made: Record<string, unknown>): Record<string, unknown> | null {
  const without = (left: string) => Object.fromEntries(Object.entries(made).filter(([name]) => name !== left));
  const alone = (only: string) => ({ [only]: made[only] });
  return (
    [made, ...Object.keys(made).map(without), ...Object.keys(made).map(alone)].find((fields) => call.request.safeParse(fields).success) ??
    null
  );
}

const sizeOf = (call: Call, fields: Record<string, unknown>): number =>
  call.fieldsIn === 'json' ? Buffer.byteLength(JSON.stringify(fields)) : encodeFields(fields).length;

class Maker {
  readonly root: Schema;
  readonly #call: Call;
  readonly #shape: Shape;
  readonly #items: number;
  #depth = 0;

  constructor(call: Call, shape: Shape, items: number) {
    this.root = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }) as Schema;
    [this.#call, this.#shape, this.#items] = [call, shape, items];
  }

  value(schema: Schema, name: string, index = 0): unknown {
    if (schema.$ref) return this.value(this.root.$defs![schema.$ref.replace('#/$defs/', '')]!, name, index);
    if (schema.anyOf) return this.value(schema.anyOf.at(name === 'pageSize' ? -1 : 0)!, name, index);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.at(-1);
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'string') return this.#text(schema, name, index);
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return name === 'page' ? 1 : (schema.maximum ?? 1);
    if (type === 'array') return this.#list(schema, name);
    if (type === 'object') return this.object(schema, index);
    if (name === 'file') return { name: 'list.xlsx', bytes: new Uint8Array() };
    throw new Error(`${this.#call.name}: what ${name} may be is not known to this test: ${JSON.stringify(schema)}`);
  }

  #list(schema: Schema, name: string): unknown[] {
    if (this.#depth > 0) return [];
    this.#depth += 1;
    const length = Math.min(schema.maxItems ?? mostItems, this.#items);
    const made = Array.from({ length }, (_, index) => this.value(schema.items!, name, index));
    this.#depth -= 1;
    return made;
  }

  object({ properties = {}, required = [] }: Schema, index: number): Record<string, unknown> {
    const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || !leftOut.includes(name));
    return Object.fromEntries(wanted.map(([name, schema]) => [name, this.value(schema, name, index)]));
  }

  #text({ format, pattern, maxLength }: Schema, name: string, index: number): string {
    if (format === 'uuid') {
      const ids = this.#shape.idsFor(name);
      return ids[index] ?? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    }
    if (format === 'date-time') return '2040-01-01T00:00:00.000Z';
    const digits = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern ?? '')?.[1];
    if (digits !== undefined) return 'a'.repeat(Number(digits));
    if (pattern?.startsWith('^NetDisk_')) return 'NetDisk_1';
    if (pattern?.startsWith('^openid(')) return `openid${` ${'s'.repeat(64)}`.repeat(16)}`;
    if (pattern === String.raw`^[\w.:/-]{1,64}$`) return 'c'.repeat(64);
    if (pattern === String.raw`^[A-Za-z][\w-]{0,63}$`) return 'a'.repeat(64);
    if (name === 'action') return 'instance.rename';
    if (pattern !== undefined) throw new Error(`${this.#call.name}: what ${name} may be is not known to this test: ${pattern}`);
    const length = Math.min(maxLength ?? Infinity, this.#shape.longestText);
    // The items of one folder have distinct names.
    const text = (most: number): string => (index === 0 ? '' : `${index} `) + this.#shape.filling(most - 5);
    return /^(fName|fileName)$/.test(name) ? encodedOf(text, length) : text(length).slice(0, length);
  }
}

/** The longest text that is not longer than this when encoded. */
function encodedOf(text: Filling, most: number): string {
  for (let length = most; ; length = Math.floor(length * 0.9)) {
    const encoded = encodeName(text(length));
    if (encoded.length <= most) return encoded;
  }
}
