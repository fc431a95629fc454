/**
 * What people type to find a name: `林若溪`, `若溪`, `linruoxi`, `lrx`, `linrx`. All of these are computed when the name is written, and stored
 * in one column, `search_text`, so a search is one index lookup. Code that writes a name must write this column too.
 */
import { normalised } from '@alcove/contract/normalised';
import { readingsOf } from './readings/index.ts';
import type { Ask } from './readings/index.ts';

type NameKind = 'person' | 'department';

/** One unit of a name: a Chinese character with its reading, a word, a number, or any other sign (which has no reading). */
export interface NameUnit {
  /** Offset in the name, in UTF-16 units. */
  start: number;
  end: number;
  /** The form that is compared. */
  text: string;
  reading: string;
  initial: string;
}

/**
 * Markers in the searchable text: for a key that begins a name, and for one that begins inside it. Nobody can search for them, because
 * `foldText` removes both.
 */
export const beginsName = '\n';
export const insideName = '\t';

const mostUnits = 40;
/** In a longer name, pinyin matches as a whole or by initials, not as a mixture of both. */
const mostMixedUnits = 6;
const unitPattern = /\p{Script=Han}+|(?!\p{Script=Han})\p{L}(?:(?!\p{Script=Han})[\p{L}\p{M}])*|\p{Nd}+|[^\p{Z}\p{Cc}\p{Cf}\p{DI}]/gu;
const chinese = /^\p{Script=Han}/u;
const chineseRuns = /\p{Script=Han}+/gu;
/** A letter that no name contains. The code of a character that is neither letter nor digit is written between two of them. */
export const spelled = 'ꙮ';

/**
 * The form in which names and keywords are compared: width, case, spaces and invisible characters do not count. Signs such as `%` and 🚀
 * are spelled out, because a trigram index contains only letters and digits.
 */
export const foldText = (text: string): string =>
  normalised(text, 'NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{Cc}\p{Cf}\p{DI}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, (mark) => `${spelled}${mark.codePointAt(0)?.toString(16)}${spelled}`);

/** Splits a name into units. The first characters of a person's name are read as a surname: 单 is then Shan, elsewhere Dan. */
export async function unitsOf(name: string, kind: NameKind): Promise<NameUnit[]> {
  await readAhead(kind, [name]);
  const units: NameUnit[] = [];
  for (const { 0: part, index } of name.matchAll(unitPattern)) {
    if (!chinese.test(part)) units.push(unitOf(part, index));
    else units.push(...(await chineseUnits(part, index, kind)));
  }
  return units.filter((unit) => unit.text !== '');
}

/** Before many names are split one after the other: asks for all their readings at once. */
export async function readAhead(kind: NameKind, names: readonly string[]): Promise<void> {
  const runs = names.flatMap((name) => [...name.matchAll(chineseRuns)]);
  if (runs.length > 0) await Promise.all(runs.map(({ 0: characters, index }) => readingsOf(askOf(characters, index, kind))));
}

const askOf = (characters: string, index: number, kind: NameKind): Ask => ({ characters, as: index === 0 ? kind : 'department' });

function unitOf(part: string, start: number): NameUnit {
  const text = foldText(part);
  const reading = /^[\p{L}\p{Nd}]/u.test(part) ? text : '';
  return { start, end: start + part.length, text, reading, initial: /^\p{Nd}/u.test(reading) ? reading : firstOf(reading) };
}

async function chineseUnits(characters: string, start: number, kind: NameKind): Promise<NameUnit[]> {
  const readings = await readingsOf(askOf(characters, start, kind));
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

/** Every key that finds the name from unit `from` on. The whole reading comes first, because lists are sorted by it. */
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
