import type { Language } from '@alcove/contract';
import { storedLanguage } from './stored-language.ts';

/** All texts, by feature. `app/load-texts.ts` and `app/admin/load-admin-texts.ts` augment it with their keys. */
export interface Texts {}

/** `feature.key` of every text. */
type Key = { [F in keyof Texts & string]: `${F}.${keyof Texts[F] & string}` }[keyof Texts & string];
type Text<K extends Key> = K extends `${infer F}.${infer N}`
  ? F extends keyof Texts
    ? N extends keyof Texts[F]
      ? Texts[F][N]
      : never
    : never
  : never;
/** The `{names}` of a text's placeholders; the call must fill each of them. The Chinese text defines them. */
type Holes<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Values<K extends Key> = [Holes<Text<K>>] extends [never] ? [] : [values: Record<Holes<Text<K>>, string | number>];

export type TextKey = Key;
/** Keys of texts without placeholders, for tables of labels. */
export type PlainKey = { [K in Key]: [Holes<Text<K>>] extends [never] ? K : never }[Key];
/** The type of the other language's file: exactly the same keys. */
export type Translated<Chinese> = { readonly [K in keyof Chinese]: string };

let language: Language = storedLanguage();
let texts: Record<string, Record<string, string>> = {};

export const currentLanguage = (): Language => language;

/** Sets the active language; nothing may render before the first call. An area's texts may have arrived before. */
export function setTexts(chosen: Language, its: Record<string, Record<string, string>>): void {
  language = chosen;
  texts = { ...texts, ...its };
  document.documentElement.lang = chosen;
}

/** Adds the texts of an area that loads later, in the active language. */
export function addTexts(its: Record<string, Record<string, string>>): void {
  texts = { ...texts, ...its };
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Both languages use the same thousands separator, except in error codes. */
const written = (hole: string, value: string | number | undefined): string =>
  typeof value === 'number' && hole !== 'code' ? grouped.format(value) : String(value ?? '');

/**
 * Chinese typography puts a space between Chinese characters and Latin letters or digits. A text cannot know what fills its placeholders,
 * so `t` adds the space.
 */
export const spaced = (before: string, filling: string, after: string): string =>
  filling
    .replace(/^(?=[\p{Script=Latin}\d])/u, /\p{Script=Han}$/u.test(before) ? ' ' : '')
    .replace(/(?<=[\p{Script=Latin}\d])$/u, /^\p{Script=Han}/u.test(after) ? ' ' : '');

/**
 * The text of a key in the active language; call it while rendering. `{name}` is filled in; `{count|item|items}` takes the first form for 1
 * and the second for every other number.
 */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  const [feature = '', name = ''] = key.split('.');
  const text = texts[feature]?.[name] ?? key;
  if (!values) return text;
  return filledIn(text, values as Record<string, string | number>);
}

/** Fills the placeholders of a text that is not one of the interface's own, such as a message in the other language. */
export const filledIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, hole: string, one: string | undefined, many: string | undefined, at: number) =>
    one === undefined
      ? spaced(text.slice(0, at), written(hole, values[hole]), text.slice(at + whole.length))
      : ((Number(values[hole]) === 1 ? one : many) ?? ''),
  );
