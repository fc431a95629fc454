/** What the content rules say of a file. Pure; what its text holds was found before. */
import { mostSensitive } from '@alcove/contract';
import type { DlpAction, DlpKind, Sensitivity } from '@alcove/contract';
import { foldForRules } from './matching/fold.ts';
import { wordsIn } from './matching/keyword-finder.ts';
import { isFound, patternOf } from './matching/pattern.ts';
import { suffixesIn } from './rule-values.ts';

/** An enabled rule. */
export interface Rule {
  name: string;
  kind: DlpKind;
  value: string;
  action: DlpAction;
  revision: number;
}

/**
 * What is known of a file's text: that it has none, that it has to be read or compared, or the rules by their revisions. `whole`: nothing of
 * it was left out.
 */
export type KnownText = 'none' | 'unread' | 'waiting' | { judged: readonly number[]; found: readonly number[]; whole: boolean };

export interface JudgedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** With the folders above. */
  sensitivity: Sensitivity;
  text: KnownText;
}

export interface Judgement {
  /** The rule that refuses it. */
  refusedBy: string | null;
  /** The names of the rules for which somebody must look at it; null: its text could not be read whole. */
  found: (string | null)[];
  /** What its text may still bring, because it was not compared with every rule. */
  open: DlpAction | null;
}

type Hit = 'hit' | 'open' | 'miss';

/** Compiled once, by what they look for, and forgotten when there are too many. */
const mostKept = 1000;
const namings = new Map<string, (folded: string) => boolean>();

function namingOf({ kind, value }: Rule): (folded: string) => boolean {
  const key = `${kind} ${value}`;
  const known = namings.get(key);
  if (known) return known;
  if (namings.size >= mostKept) namings.clear();
  const made = kind === 'pattern' ? byPattern(value) : byWords(wordsIn(value));
  namings.set(key, made);
  return made;
}

const byWords = (words: readonly string[]) => (folded: string) => words.some((word) => folded.includes(word));
function byPattern(value: string): (folded: string) => boolean {
  const pattern = patternOf(value);
  return (folded) => isFound(pattern, folded);
}

/** Whether a rule hits what a file is, without its text. */
export function hitsFacts(rule: Rule, { name, size, sensitivity }: Omit<JudgedFile, 'text'>): boolean {
  switch (rule.kind) {
    case 'keyword':
    case 'pattern':
      return namingOf(rule)(foldForRules(name));
    case 'suffix':
      return suffixesIn(rule.value).some((suffix) => name.normalize('NFKC').toLowerCase().endsWith(`.${suffix}`));
    case 'size':
      return size >= Number(rule.value);
    case 'sensitivity':
      return mostSensitive([sensitivity, rule.value as Sensitivity]) === sensitivity;
  }
}

export const looksIntoText = ({ kind }: Pick<Rule, 'kind'>): boolean => kind === 'keyword' || kind === 'pattern';

function hit(rule: Rule, file: JudgedFile): Hit {
  if (hitsFacts(rule, file)) return 'hit';
  if (!looksIntoText(rule) || file.text === 'none' || file.text === 'unread') return 'miss';
  if (file.text === 'waiting') return 'open';
  if (file.text.found.includes(rule.revision)) return 'hit';
  return file.text.judged.includes(rule.revision) ? 'miss' : 'open';
}

export function judge(rules: readonly Rule[], file: JudgedFile): Judgement {
  const judgement: Judgement = { refusedBy: null, found: [], open: null };
  for (const rule of rules) {
    const is = hit(rule, file);
    if (is === 'hit' && rule.action === 'refuse') return { refusedBy: rule.name, found: [], open: null };
    if (is === 'hit') judgement.found.push(rule.name);
    if (is === 'open' && judgement.open !== 'refuse') judgement.open = rule.action;
  }
  if (rules.some(looksIntoText) && isPartlyUnread(file.text)) judgement.found.push(null);
  return judgement;
}

const isPartlyUnread = (text: KnownText): boolean => text === 'unread' || (typeof text === 'object' && !text.whole);

/** What reviewers decided of exactly this content, name and sensitivity. */
export type Decision = 'approved' | 'refused' | null;

/**
 * Whether a file's present version may be given to the visitors of a link. `hidden`: it is being verified, and they may not even read its name yet.
 * Folders are judged by their names alone (`judgeNames`).
 */
export type Release = 'released' | 'verifying' | 'hidden' | 'refused';

export function releaseOf({ refusedBy, found, open }: Judgement, decision: Decision, everything: boolean): Release {
  if (refusedBy !== null || decision === 'refused') return 'refused';
  if (open === 'refuse') return 'verifying';
  if (decision === 'approved') return 'released';
  return everything || found.length > 0 || open !== null ? 'verifying' : 'released';
}

/** Whether it is not there for visitors at all. */
export const isUntold = (release: Release | undefined): boolean => release === 'hidden' || release === 'refused';

/** Whether a name has to be looked at before visitors read it, unless the file was approved under it. */
export const isNameHeld = (rules: readonly Rule[], name: string, everything: boolean): boolean =>
  everything || rules.some((rule) => looksIntoText(rule) && namingOf(rule)(foldForRules(name)));

/** Whether somebody has to look at it; null while its text may still bring more. */
export function needsReview(judgement: Judgement, decision: Decision, everything: boolean): boolean | null {
  if (judgement.refusedBy !== null || decision !== null) return false;
  if (judgement.open !== null) return null;
  return everything || judgement.found.length > 0;
}
