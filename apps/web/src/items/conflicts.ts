import { calls, foldName, type Instance } from '@alcove/contract';
import { call } from '../api/index.ts';
import { createStore, type Readable } from '../ui/store.ts';

/** What comes: a file of this device, or with `place` an item from elsewhere in the drive. */
export interface Incoming {
  name: string;
  size: number;
  lastModified: number;
  place?: string;
  folder?: boolean;
}

/** Something whose name is taken where it is going. `here` is missing when only the server's refusal told. */
export interface Conflict {
  source: Incoming;
  here: Instance | null;
  parentId: string;
  folderName: string;
}
export type FileChoice = 'version' | 'rename' | 'skip';
/** `merge` is for a folder that meets a folder; `files` then says what becomes of the files that meet a file in it. */
export type Choice = { does: FileChoice } | { does: 'merge'; files: FileChoice };
/** Null: the person gave up; nothing of the batch that is in conflict starts. */
export type Answer = { choice: Choice; rest: boolean } | null;

/** What can be chosen of: a file that meets a file, a folder that meets a folder, or one that meets the other. */
export const kindOf = ({ source, here }: Conflict): 'files' | 'folders' | 'mixed' => {
  const meetsFolder = here?.classifierId === 'Folder';
  return meetsFolder !== (source.folder === true) ? 'mixed' : meetsFolder ? 'folders' : 'files';
};

interface Asked {
  conflict: Conflict;
  /** Further conflicts of this kind behind this one; -1 when only sending will tell. */
  more: number;
  answer(answer: Answer): void;
}
const asked = createStore<Asked | null>(null);
/** The question that stands; null: none. */
export const askedConflict: Readable<Asked | null> = asked;

/** What was answered for the rest of a batch. */
export interface Batch {
  standing: Choice | null;
}

let line: Promise<unknown> = Promise.resolve();
/**
 * One question at a time; a second batch waits for the first one's answers. What the batch was answered meanwhile holds for the
 * questions that were waiting, too.
 */
export function askConflict(conflict: Conflict, more: number, batch: Batch = { standing: null }): Promise<Answer> {
  const turn = line.then(async (): Promise<Answer> => {
    if (batch.standing) return { choice: batch.standing, rest: true };
    const answer = await ask(conflict, more);
    if (answer?.rest) batch.standing = answer.choice;
    return answer;
  });
  line = turn;
  return turn;
}

const ask = (conflict: Conflict, more: number): Promise<Answer> =>
  new Promise((resolve) => {
    asked.set({
      conflict,
      more,
      answer: (answer) => {
        asked.set(null);
        resolve(answer);
      },
    });
  });

/** Asks for each conflict until an answer covers the rest of its kind. Answers what to do with each, or null for giving up. */
export async function settleConflicts(conflicts: readonly Conflict[]): Promise<Map<Conflict, Choice> | null> {
  const choices = new Map<Conflict, Choice>();
  for (const [index, conflict] of conflicts.entries()) {
    if (choices.has(conflict)) continue;
    const later = conflicts.slice(index + 1).filter((one) => kindOf(one) === kindOf(conflict));
    const answer = await askConflict(conflict, later.length);
    if (!answer) return null;
    for (const one of answer.rest ? [conflict, ...later] : [conflict]) choices.set(one, answer.choice);
  }
  return choices;
}

const fewNames = 12;
const mostPages = 10;

/**
 * What of `names` is in a folder already, by folded name. A few names are looked up one by one, many by reading the folder;
 * in a folder of more than 1,000 items the rest is left to the server's own check.
 */
export async function namesThere(
  { parentId, fileSharingId }: { parentId: string; fileSharingId?: string | undefined },
  names: readonly string[],
): Promise<Map<string, Instance>> {
  const folder = fileSharingId === undefined ? { parentId } : { parentId, fileSharingId };
  const wanted = new Set(names.map(foldName));
  const found = new Map<string, Instance>();
  const note = (items: readonly Instance[]) => {
    for (const item of items) if (wanted.has(foldName(item.instanceName))) found.set(foldName(item.instanceName), item);
  };
  if (names.length <= fewNames) {
    const answers = await Promise.all(
      names.map((keyword) => call(calls.instance.page, { ...folder, keyword: keyword.slice(0, 128), pageSize: 100 })),
    );
    for (const answer of answers) note(answer.items);
    return found;
  }
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await call(calls.instance.page, { ...folder, page, pageSize: 100 });
    note(answer.items);
    if (page * 100 >= answer.total) break;
  }
  return found;
}
