import { calls, cleanName, foldName, nameFault, type PermissionItem } from '@alcove/contract';
import { bytesOf, judgeSelection, type UploadRequest, type UploadTarget } from '@alcove/transfer';
import { CallFailed, call, failureMessage, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Chosen } from './chosen.ts';
import { askConflict, namesThere, settleConflicts, type Choice, type Conflict } from './conflicts.ts';
import { fileSource, type BrowserFile } from './file-source.ts';
import { keyOf, makeTrees, treesOf } from './folder-tree.ts';
import { agreesToWeb } from './plugin.ts';
import { addUploads, replaceUpload, uploadQueue, whenNameIsTaken } from './upload-queue.ts';

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
  const turn = line.then(() => start(chosen, place));
  line = turn.catch(() => {}); // told by the turn itself; the next one starts all the same
  return turn;
}

async function start(chosen: Chosen, place: UploadPlace): Promise<void> {
  const candidates = await approve(chosen);
  if (!candidates) return;
  const emptyFolders = chosen.emptyFolders.map(cleanPath);
  try {
    const folders = await makeFolders(
      [...candidates.map(({ path }) => path), ...emptyFolders].filter((path) => path.length > 0),
      place,
    );
    if (candidates.length === 0) {
      if (emptyFolders.length > 0) toast.success(t('transfer.foldersMade', { n: emptyFolders.length }));
      return;
    }
    const direct = candidates.filter(({ path }) => path.length === 0);
    const choices = await conflictChoices(direct, place);
    if (!choices) return;
    const requests = candidates.flatMap((candidate): UploadRequest[] => {
      const choice = choices.get(candidate);
      const parentId = candidate.path.length === 0 ? place.parentId : folders.get(keyOf(candidate.path));
      if (choice?.does === 'skip' || parentId === undefined) return [];
      return [
        {
          source: fileSource(candidate.file, candidate.name, candidate.handle),
          target: {
            parentId,
            instanceType: place.instanceType,
            fileSharingId: place.fileSharingId,
            onConflict: choice ? onConflict(choice) : 'fail',
            path: [...place.path, ...candidate.path],
          },
        },
      ];
    });
    await addUploads(requests);
  } catch (error) {
    toast.error(withCode(error));
  }
}

const withCode = (error: unknown): string => {
  const message = failureMessage(error, t('errors.unknown'));
  return error instanceof CallFailed && error.errcode > 0 ? t('files.failedWithCode', { message, code: error.errcode }) : message;
};
/** For a name of nothing but forbidden characters. */
const nameless = '_';
const cleanPath = (path: readonly string[]): string[] => path.map((name) => (nameFault(name) ? cleanName(name) || nameless : name));

/** Limits and questions of specification 1 section 5; null: nothing starts. */
async function approve(chosen: Chosen): Promise<Candidate[] | null> {
  const picked: Candidate[] = chosen.files.map(({ file, path, handle }) => ({ name: file.name, size: file.size, file, handle, path }));
  if (picked.length === 0 && chosen.emptyFolders.length > 0) return [];
  const underWay = uploadQueue.count();
  const verdict = judgeSelection(picked, { client: false, underWay, fileDownloadPage: false });
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
  if (verdict.clientSuggestion) toast({ text: t('transfer.clientSuggestion'), tone: 'info' });
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

async function conflictChoices(candidates: readonly Candidate[], place: UploadPlace): Promise<Map<Candidate, Choice> | null> {
  if (candidates.length === 0) return new Map();
  const there = await namesThere(
    place,
    candidates.map(({ name }) => name),
  );
  const byConflict = new Map<Conflict, Candidate>();
  for (const candidate of candidates) {
    const here = there.get(foldName(candidate.name));
    if (here)
      byConflict.set(
        { source: fileSource(candidate.file, candidate.name), here, parentId: place.parentId, folderName: place.name },
        candidate,
      );
  }
  const settled = await settleConflicts([...byConflict.keys()]);
  if (!settled) return null;
  return new Map(
    [...settled].flatMap(([conflict, choice]) => {
      const candidate = byConflict.get(conflict);
      return candidate ? [[candidate, choice] as const] : [];
    }),
  );
}

/** A file is never merged: its folder is there by then. */
const onConflict = ({ does }: Choice): 'version' | 'rename' => (does === 'version' ? 'version' : 'rename');

/** One answer for the rest of what turns up while sending, per folder, until the list is empty. */
const standing = new Map<string, Choice>();
whenNameIsTaken(
  (id, request) =>
    void (async () => {
      const { target, source } = request;
      const standingChoice = standing.get(target.parentId);
      const conflict: Conflict = {
        source: source as BrowserFile,
        here: null,
        parentId: target.parentId,
        folderName: target.path?.at(-1) ?? t('files.title'),
      };
      const answer = standingChoice ? { choice: standingChoice, rest: false } : await askConflict(conflict, -1);
      if (answer?.rest) standing.set(target.parentId, answer.choice);
      if (answer && answer.choice.does !== 'skip')
        replaceUpload(id, { source, target: { ...target, onConflict: onConflict(answer.choice) } });
      else uploadQueue.remove(id);
    })(),
);
uploadQueue.subscribe(() => {
  if (uploadQueue.count() === 0) standing.clear();
});
