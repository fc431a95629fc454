import type { Language } from '@alcove/contract';
import { storedLanguage } from './stored-language.ts';

/** All texts, by feature. `app/load-texts.ts` declares what is in it. */
export interface Texts {}

/** `feature.key`: every text that the interface can show. */
type Key = { [F in keyof Texts & string]: `${F}.${keyof Texts[F] & string}` }[keyof Texts & string];
type Text<K extends Key> = K extends `${infer F}.${infer N}`
  ? F extends keyof Texts
    ? N extends keyof Texts[F]
      ? Texts[F][N]
      : never
    : never
  : never;
/** The `{names}` in the Chinese text; the call must fill each. */
type Holes<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Values<K extends Key> = [Holes<Text<K>>] extends [never] ? [] : [values: Record<Holes<Text<K>>, string | number>];

export type TextKey = Key;
/** Texts without holes: what a table of labels may hold. */
export type PlainKey = { [K in Key]: [Holes<Text<K>>] extends [never] ? K : never }[Key];
/** The other language's file: the same keys, none missing and none more. */
export type Translated<Chinese> = { readonly [K in keyof Chinese]: string };

let language: Language = storedLanguage();
let texts: Record<string, Record<string, string>> = {};

export const currentLanguage = (): Language => language;

/** Makes a language the one that is shown; nothing may render before the first time. */
export function setTexts(chosen: Language, its: Record<string, Record<string, string>>): void {
  language = chosen;
  texts = its;
  document.documentElement.lang = chosen;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Thousands are set apart alike in both languages, but for an error's code. */
const written = (hole: string, value: string | number | undefined): string =>
  typeof value === 'number' && hole !== 'code' ? grouped.format(value) : String(value ?? '');

/** Chinese sets a space between its own characters and Latin letters or digits; a text cannot know which of them its holes are filled with. */
export const spaced = (before: string, filling: string, after: string): string =>
  filling
    .replace(/^(?=[\p{Script=Latin}\d])/u, /\p{Script=Han}$/u.test(before) ? ' ' : '')
    .replace(/(?<=[\p{Script=Latin}\d])$/u, /^\p{Script=Han}/u.test(after) ? ' ' : '');

/**
 * The text of a key in the active language, to be asked for while rendering. `{name}` is filled; `{count|item|items}` takes the first form for 1
 * and the second for every other number.
 */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  const [feature = '', name = ''] = key.split('.');
  const text = texts[feature]?.[name] ?? key;
  if (!values) return text;
  const filled = values as Record<string, string | number>;
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (whole, hole: string, one: string | undefined, many: string | undefined, at: number) =>
      one === undefined
        ? spaced(text.slice(0, at), written(hole, filled[hole]), text.slice(at + whole.length))
        : ((Number(filled[hole]) === 1 ? one : many) ?? ''),
  );
}
