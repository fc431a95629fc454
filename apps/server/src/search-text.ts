/**
 * What people type when they look for a name: `林若溪`, `若溪`, `linruoxi`, `lrx`, `linrx`. All of it is worked out when the name
 * is written and kept in one column, `search_text`, so that a search is one index lookup. Whoever writes a name writes this too.
 */
import type * as PinyinPro from 'pinyin-pro';
import { normalised } from '@alcove/contract';

/** One step of a name: a Chinese character with its reading, a word, a number, or any other mark (which has no reading). */
export interface NameUnit {
  /** Where it stands in the name, in UTF-16 units. */
  start: number;
  end: number;
  /** As it is compared. */
  text: string;
  reading: string;
  initial: string;
}

/** How the searchable text marks a key that begins a name, and one that begins inside it. Neither can be typed: `foldText` drops both. */
export const beginsName = '\n';
export const insideName = '\t';

const mostUnits = 40;
/** Beyond this the pinyin of a name is searched whole or by its initials, not as a mixture of both. */
const mostMixedUnits = 6;
const unitPattern = /\p{Script=Han}+|(?!\p{Script=Han})\p{L}(?:(?!\p{Script=Han})[\p{L}\p{M}])*|\p{Nd}+|[^\p{Z}\p{Cc}\p{Cf}\p{DI}]/gu;
const chinese = /^\p{Script=Han}/u;
/** A letter that no name has. Between two of them stands the number of a character that is neither letter nor digit. */
export const spelled = 'ꙮ';

/**
 * The form in which names and keywords meet: width, case, spaces and invisible characters do not count. Marks such as `%` and 🚀
 * are spelled out, for a trigram index knows letters and digits alone.
 */
export const foldText = (text: string): string =>
  normalised(text, 'NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{Cc}\p{Cf}\p{DI}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, (mark) => `${spelled}${mark.codePointAt(0)?.toString(16)}${spelled}`);

/** Steps of a name. Of a person's, the first characters are read as a surname: 单 is Shan there, and Dan elsewhere. */
export async function unitsOf(name: string, kind: 'person' | 'department'): Promise<NameUnit[]> {
  const units: NameUnit[] = [];
  for (const { 0: part, index } of name.matchAll(unitPattern)) {
    if (!chinese.test(part)) units.push(unitOf(part, index));
    else units.push(...(await chineseUnits(part, index, kind === 'person' && index === 0)));
  }
  return units.filter((unit) => unit.text !== '');
}

function unitOf(part: string, start: number): NameUnit {
  const text = foldText(part);
  const reading = /^[\p{L}\p{Nd}]/u.test(part) ? text : '';
  return { start, end: start + part.length, text, reading, initial: /^\p{Nd}/u.test(reading) ? reading : firstOf(reading) };
}

let loaded: Promise<typeof PinyinPro> | undefined;
/** Loaded when the first Chinese name is read, and not before: it costs 15 MB and 50 ms. To ask Node for it again is slow too. */
export const dictionary = (): Promise<typeof PinyinPro> => (loaded ??= import('pinyin-pro'));

async function chineseUnits(characters: string, start: number, surname: boolean): Promise<NameUnit[]> {
  const { pinyin } = await dictionary();
  const readings = pinyin(characters, { toneType: 'none', type: 'array', v: true, surname: surname ? 'head' : 'off' });
  let at = start;
  return [...characters].map((character, index) => {
    const found = readings[index] ?? '';
    const reading = /^[a-z]+$/.test(found) ? found : '';
    const unit = { start: at, end: at + character.length, text: foldText(character), reading, initial: firstOf(reading) };
    at = unit.end;
    return unit;
  });
}

const firstOf = (text: string): string => [...text][0] ?? '';

/** Every beginning under which what stands from `from` on is found; the whole reading first, for that is the order of lists. */
function keysFrom(units: readonly NameUnit[], from: number): string[] {
  const rest = units.slice(from, mostUnits);
  const read = rest.filter((unit) => unit.reading !== '');
  const keys = [read.map((unit) => unit.reading).join('')];
  const last = read.length - 1;
  const switches = read.length > mostMixedUnits ? [0] : Array.from({ length: Math.max(0, last) }, (_, index) => index);
  for (const at of switches) {
    keys.push(read.map((unit, index) => (index < at || index === last ? unit.reading : unit.initial)).join(''));
    if (at > 0) keys.push(read.map((unit, index) => (index < at ? unit.initial : unit.reading)).join(''));
  }
  keys.push(rest.map((unit) => unit.text).join(''));
  return keys.filter((key) => key !== '');
}

function searchText(names: readonly NameUnit[][]): string {
  const whole = new Set(names.flatMap((units) => keysFrom(units, 0)));
  const inside = new Set(names.flatMap((units) => units.slice(1, mostUnits).flatMap((_, index) => keysFrom(units, index + 1))));
  const lines = [...[...whole].map((key) => beginsName + key), ...[...inside].map((key) => insideName + key)];
  return lines.join('');
}

export async function personSearchText(person: { realName: string; accountName: string }): Promise<string> {
  return searchText([await unitsOf(person.realName, 'person'), await unitsOf(person.accountName, 'person')]);
}

export async function departmentSearchText(name: string): Promise<string> {
  return searchText([await unitsOf(name, 'department')]);
}
