import { calls, cleanName, foldName, nameFault, numberedName, type PermissionItem } from '@alcove/contract';
import { bytesOf, judgeSelection, memoryKey, type UploadRequest, type UploadTarget } from '@alcove/transfer';
import { CallFailed, call, failureMessage, queryClient } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { Chosen } from './chosen.ts';
import { namesThere, settleConflicts, type Batch, type Choice, type Conflict } from '../../../items/conflicts.ts';
import { fileSource } from '../browser/file-source.ts';
import { keyOf, makeTrees, treesOf } from './folder-tree.ts';
import { allowed } from '../../../api/current-user.ts';
import { agreesToWeb, mentionsClient } from './plugin.ts';
import { inBatch, onConflict } from '../queue/taken-names.ts';
import type { Uploads } from '../queue/uploads.ts';
import { transfers, transfersNow } from '../transfers.ts';

/** The folder that uploads go to. */
export interface UploadPlace {
  parentId: string;
  name: string;
  instanceType: UploadTarget['instanceType'];
  /** Folder names from the space's top, for the location column. */
  path: readonly string[];
  fileAuth?: readonly PermissionItem[];
  fileSharingId?: string | undefined;
}
interface Candidate {
  name: string;
  size: number;
  file: File;
  handle: FileSystemFileHandle | undefined;
  path: string[];
}

let line: Promise<void> = Promise.resolve();

/**
 * From the choice of a person to the queue: limits, questions, folders, names, then the files. Tells what goes wrong itself.
 * One choice at a time: what is dropped while a question stands waits for its answer, and counts what came before it.
 */
export function startUpload(chosen: Chosen, place: UploadPlace): Promise<void> {
  const settled = keepUntilSettled(
    chosen.files.flatMap(({ file, path }) => (path.length === 0 ? [file] : [])),
    place,
  );
  const turn = line.then(async () => {
    if (await start(chosen, place)) settled();
  });
  line = turn.catch(() => {}); // told by the turn itself; the next one starts all the same
  return turn;
}

/**
 * A reload from now on offers these files again, those that may go as they are, until what this answers is called: by then they are in
 * the list, or the person decided otherwise. Where a folder's files are to go is only known once it is made.
 */
export function keepUntilSettled(files: readonly File[], { parentId, instanceType, fileSharingId, path }: UploadPlace): () => void {
  const target: UploadTarget = { parentId, instanceType, fileSharingId, onConflict: 'fail', path };
  const opened = transfersNow();
  if (!opened) return () => {}; // their code is on its way, and with it the database that would be asked after a reload
  const picked = files.map((file) => ({ file, name: file.name, size: file.size, path: [] }));
  const { refusal, accepted } = judgeSelection(picked, { most: allowed().filesPerSelection, underWay: opened.uploads.queue.count() });
  return opened.memory.keepChosen(
    (refusal ? [] : accepted).map(({ file }) => {
      const { name, size, lastModified } = file;
      return { key: memoryKey(file, target), name, size, lastModified, target };
    }),
  );
}

/** False: it failed, as every call does of a page that is going. */
async function start(chosen: Chosen, place: UploadPlace): Promise<boolean> {
  try {
    const { uploads } = await transfers();
    const candidates = await approve(uploads, chosen);
    if (!candidates) return true;
    const direct = candidates.filter(({ path }) => path.length === 0);
    const emptyFolders = chosen.emptyFolders.map(cleanPath);
    const tops = [...candidates.map(({ path }) => path), ...emptyFolders].flatMap(([top]) => top ?? []);
    const choices = await choicesFor(direct, [...new Set(tops)], place);
    if (!choices) return true;
    const names = await folderNames(choices.folders, place);
    /** Null: the folder it lies in is skipped. */
    const settled = (path: readonly string[]): string[] | null => {
      const [top, ...below] = path;
      if (top === undefined) return [];
      return choices.folders.get(top)?.does === 'skip' ? null : [names.get(top) ?? top, ...below];
    };
    const going = candidates.flatMap((one) => {
      const path = settled(one.path);
      return path && choices.files.get(one)?.does !== 'skip' ? [{ one, path }] : [];
    });
    const emptyPaths = emptyFolders.flatMap((path) => {
      const way = settled(path);
      return way ? [way] : [];
    });
    const folders = await makeFolders(
      [...going.map(({ path }) => path), ...emptyPaths].filter((path) => path.length > 0),
      place,
    );
    if (going.length === 0) {
      if (emptyPaths.length > 0) toast.success(t('transfer.foldersMade', { n: emptyPaths.length }));
      return true;
    }
    const batch: Batch = { standing: null };
    await uploads.add(
      going.flatMap(({ one, path }): UploadRequest[] => {
        const parentId = path.length === 0 ? place.parentId : folders.get(keyOf(path));
        if (parentId === undefined) return [];
        const choice = choices.files.get(one) ?? withinFolder(choices.folders.get(one.path[0] ?? ''));
        const target = {
          parentId,
          instanceType: place.instanceType,
          fileSharingId: place.fileSharingId,
          onConflict: choice && choice.does !== 'skip' ? onConflict(choice) : ('fail' as const),
          path: [...place.path, ...path],
        };
        const answered = choice?.does === 'skip' ? { standing: choice } : batch;
        return [{ source: fileSource(one.file, one.name, one.handle), target: inBatch(target, answered) }];
      }),
    );
    return true;
  } catch (error) {
    toast.error(withCode(error));
    return false;
  }
}

/** What was said, when two folders are merged, of a file that meets a file in them. */
const withinFolder = (choice: Choice | undefined): Choice | undefined => (choice?.does === 'merge' ? { does: choice.files } : undefined);

const withCode = (error: unknown): string => {
  const message = failureMessage(error, t('errors.unknown'));
  return error instanceof CallFailed && error.errcode > 0 ? t('files.failedWithCode', { message, code: error.errcode }) : message;
};
/** For a name of nothing but forbidden characters. */
const nameless = '_';
const cleanPath = (path: readonly string[]): string[] => path.map((name) => (nameFault(name) ? cleanName(name) || nameless : name));

/** Limits and questions of specification 1 section 5; null: nothing starts. */
async function approve({ queue }: Uploads, chosen: Chosen): Promise<Candidate[] | null> {
  const picked: Candidate[] = chosen.files.map(({ file, path, handle }) => ({ name: file.name, size: file.size, file, handle, path }));
  if (picked.length === 0 && chosen.emptyFolders.length > 0) return [];
  const underWay = queue.count();
  const verdict = judgeSelection(picked, { most: allowed().filesPerSelection, underWay });
  if (verdict.refusal) {
    const { refusal } = verdict;
    toast.warning(
      refusal.because === 'empty'
        ? t('transfer.empty')
        : refusal.because === 'tooMany'
          ? t('transfer.tooMany', { limit: refusal.limit })
          : t('transfer.batchTooLarge'),
    );
    return null;
  }
  const going = picked.length - verdict.tooLarge.length;
  if (
    going > 0 &&
    !(await agreesToWeb({ files: going, bytes: bytesOf(picked.filter((one) => !verdict.tooLarge.includes(one))), underWay }))
  )
    return null;
  if (await mentionsClient(Math.max(0, ...verdict.accepted.map(({ size }) => size))))
    toast({ text: t('transfer.clientSuggestion'), tone: 'info' });
  const [first] = verdict.tooLarge;
  if (first)
    toast.warning(
      verdict.tooLarge.length === 1
        ? t('transfer.fileTooLarge', { name: first.name })
        : t('transfer.filesTooLarge', { n: verdict.tooLarge.length }),
    );

  const accepted = [...verdict.accepted];
  const odd = verdict.invalidNames;
  const oddFolders = new Set(picked.flatMap(({ path }) => path).filter((name) => nameFault(name)));
  if (odd.length + oddFolders.size > 0) {
    const clean = await confirm({
      type: 'warning',
      title: t('transfer.badNamesTitle', { n: odd.length + oddFolders.size }),
      text: t('transfer.badNamesText'),
      list: [...oddFolders, ...odd.map(({ file }) => file.name)],
      confirmLabel: t('transfer.cleanNames'),
      cancelLabel: t('transfer.skipThem'),
    });
    if (clean) for (const { file, suggestion } of odd) accepted.push({ ...file, name: suggestion || nameless });
    return accepted.flatMap((one) =>
      clean ? [{ ...one, path: cleanPath(one.path) }] : one.path.some((name) => oddFolders.has(name)) ? [] : [one],
    );
  }
  return accepted;
}

async function makeFolders(paths: string[][], place: UploadPlace): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const sharing = place.fileSharingId === undefined ? {} : { fileSharingId: place.fileSharingId };
  const made = await makeTrees(place.parentId, treesOf(paths), (parentId, tree) =>
    call(calls.instance.batchCreateFolder, { parentId, instanceName: tree.instanceName, children: tree.children, ...sharing }),
  );
  void queryClient.invalidateQueries({ queryKey: ['files'] });
  return made;
}

interface Choices {
  files: Map<Candidate, Choice>;
  /** By the name of a folder that was chosen. */
  folders: Map<string, Choice>;
}

/** Asks about every name that is taken where the choice goes; null: the person gave up. */
async function choicesFor(files: readonly Candidate[], folders: readonly string[], place: UploadPlace): Promise<Choices | null> {
  const choices: Choices = { files: new Map(), folders: new Map() };
  if (files.length + folders.length === 0) return choices;
  const there = await namesThere(place, [...files.map(({ name }) => name), ...folders]);
  const asked = new Map<Conflict, (choice: Choice) => void>();
  const meets = (source: Conflict['source'], note: (choice: Choice) => void) => {
    const here = there.get(foldName(source.name));
    if (here) asked.set({ source, here, parentId: place.parentId, folderName: place.name }, note);
  };
  for (const name of folders)
    meets({ name, size: 0, lastModified: Date.now(), folder: true }, (choice) => void choices.folders.set(name, choice));
  for (const one of files) meets(fileSource(one.file, one.name), (choice) => void choices.files.set(one, choice));
  const settled = await settleConflicts([...asked.keys()]);
  if (!settled) return null;
  for (const [conflict, choice] of settled) asked.get(conflict)?.(choice);
  return choices;
}

/** The free names of folders that are kept beside those of their name. */
async function folderNames(choices: ReadonlyMap<string, Choice>, place: UploadPlace): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [name, { does }] of choices) {
    if (does !== 'rename') continue;
    for (let first = 1; !names.has(name); first += numbersAtOnce) {
      const numbered = Array.from({ length: numbersAtOnce }, (_, index) => numberedName(name, first + index));
      const there = await namesThere(place, numbered);
      const free = numbered.find((one) => !there.has(foldName(one)));
      if (free !== undefined) names.set(name, free);
    }
  }
  return names;
}
const numbersAtOnce = 10;
