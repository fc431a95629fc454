import { calls, foldName, itemsOfFolder, type Instance } from '@alcove/contract';
import { call } from '../api/index.ts';
import { createStore, type Readable } from '../ui/store.ts';

/** The incoming item: a file from this device, or, with `place`, an item from elsewhere in the drive. */
export interface Incoming {
  name: string;
  size: number;
  lastModified: number;
  place?: string;
  folder?: boolean;
}

/** A name conflict at the target. `here` is missing when only the server's refusal revealed it. */
export interface Conflict {
  source: Incoming;
  here: Instance | null;
  parentId: string;
  folderName: string;
}
export type FileChoice = 'version' | 'rename' | 'skip';
/** `merge` is for two folders; `files` then decides about conflicting files inside. */
export type Choice = { does: FileChoice } | { does: 'merge'; files: FileChoice };
/** Null: the person canceled; none of the batch's conflicting items starts. */
export type Answer = { choice: Choice; rest: boolean } | null;

/** What conflicts: two files, two folders, or a file and a folder. */
export const kindOf = ({ source, here }: Conflict): 'files' | 'folders' | 'mixed' => {
  const meetsFolder = here?.classifierId === 'Folder';
  return meetsFolder !== (source.folder === true) ? 'mixed' : meetsFolder ? 'folders' : 'files';
};

interface Asked {
  conflict: Conflict;
  /** The number of further conflicts of this kind; -1 when it is unknown until sending. */
  more: number;
  answer(answer: Answer): void;
}
const asked = createStore<Asked | null>(null);
/** The open question, or null. */
export const askedConflict: Readable<Asked | null> = asked;

/** The choice that applies to the rest of a batch. */
export interface Batch {
  standing: Choice | null;
}

let line: Promise<unknown> = Promise.resolve();
/**
 * Asks one question at a time; a second batch waits for the first. A choice for the rest of the batch also answers its questions that are
 * still waiting.
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

/** Asks about each conflict until a choice covers the rest of its kind. Returns a choice for each, or null when the person cancels. */
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
 * Which of `names` already exist in a folder, by folded name. Looks up a few names one by one, and reads the folder for many; beyond its
 * first 1,000 items the server's own check decides.
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
      names.map((keyword) => call(calls.instance.narrowPage, { ...folder, keyword: keyword.slice(0, 128), pageSize: 100 })),
    );
    for (const answer of answers) note(itemsOfFolder(answer).items);
    return found;
  }
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await call(calls.instance.narrowPage, { ...folder, page, pageSize: 100 });
    note(itemsOfFolder(answer).items);
    if (page * 100 >= answer.total) break;
  }
  return found;
}
