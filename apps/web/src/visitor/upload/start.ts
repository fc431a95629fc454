import { cleanName, extensionOf, limits, nameFault, normaliseName, splitName } from '@alcove/contract';
import { judgeSelection, type UploadTarget } from '@alcove/transfer';
import { failureMessage } from '../../api/call-failed.ts';
import { fileSource } from '../../features/transfer/browser/file-source.ts';
import type { Chosen } from '../../features/transfer/start/chosen.ts';
import { keyOf } from '../../features/transfer/start/folder-tree.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { linkPath } from '../link/link-path.ts';
import { makeFolders } from './folders.ts';
import type { ChosenFile } from './kept.ts';
import { refuse } from './refused.ts';
import { uploads } from './uploads.ts';

/** The folder of the link that uploads go to, or its one file, which gets a new version. */
export interface UploadPlace extends Pick<UploadTarget, 'instanceType' | 'onConflict'> {
  parentId: string;
  /** Bytes of the largest file that may come. */
  fileBytes: number;
  /** The name of the file. */
  replaces?: string;
}
interface Candidate {
  file: File;
  name: string;
  size: number;
  path: string[];
}

let line: Promise<unknown> = Promise.resolve();

/** From the choice of a visitor to the queue. One choice at a time, so that a second click meets what the first has brought. Tells itself what goes wrong. */
export function startUpload(chosen: Chosen, place: UploadPlace): Promise<void> {
  const turn = line
    .then(() => start(chosen, place))
    .catch((error: unknown) => void toast.error(failureMessage(error, t('errors.unknown'))));
  line = turn;
  return turn;
}

async function start(chosen: Chosen, place: UploadPlace): Promise<void> {
  const wrong = place.replaces === undefined ? undefined : notAVersion(chosen, place.replaces);
  if (wrong !== undefined) return void toast({ text: wrong, tone: 'warning' });
  const candidates = await approve(chosen, place.fileBytes);
  if (!candidates) return;
  const fresh = candidates.filter((one) => !uploads.knows(fileOf(one, place).key));
  const known = candidates.length - fresh.length;
  if (known > 0) toast({ text: t('upload.known', { n: known }), tone: 'info' });
  const emptyFolders = chosen.emptyFolders.map((path) => path.map(sound));
  const paths = [...fresh.map(({ path }) => path), ...emptyFolders];
  const folders = await makeFolders(place.parentId, paths);
  if (candidates.length === 0 && emptyFolders.length > 0) toast.success(t('upload.foldersMade', { n: emptyFolders.length }));
  uploads.add(
    fresh.flatMap((one) => {
      const parentId = one.path.length === 0 ? place.parentId : folders.get(keyOf(one.path));
      if (parentId === undefined) return [];
      const target = { parentId, instanceType: place.instanceType, linkPath, onConflict: place.onConflict, path: one.path };
      return [{ ...fileOf(one, place), request: { source: fileSource(one.file, one.name), target } }];
    }),
  );
}

/** Why the choice can be no new version of this file: it is not one file, or of another kind, which nobody could open under the file's name. */
function notAVersion({ files, emptyFolders }: Chosen, name: string): string | undefined {
  const [one] = files;
  if (!one || files.length > 1 || one.path.length > 0 || emptyFolders.length > 0) return t('upload.oneFile');
  const { extension } = splitName(name);
  if (extensionOf(one.file.name) === extensionOf(name)) return undefined;
  return extension === '' ? t('upload.sameKindBare', { name }) : t('upload.sameKind', { extension });
}

const fileOf = ({ file, name, size, path }: Candidate, { parentId }: UploadPlace): ChosenFile => ({
  key: JSON.stringify([parentId, ...path, name, size, file.lastModified]),
  name,
  path,
  size,
});

/** For a name of nothing but forbidden characters. */
const nameless = '_';
const sound = (name: string): string => {
  const usual = normaliseName(name);
  return nameFault(usual) ? cleanName(usual) || nameless : usual;
};

/** What of the choice may go, by the limits of a link; null: nothing starts. What is too large stands in the list with its reason. */
async function approve(chosen: Chosen, most: number): Promise<Candidate[] | null> {
  const picked = chosen.files.map(({ file, path }): Candidate => ({ file, name: normaliseName(file.name), size: file.size, path }));
  if (picked.length === 0 && chosen.emptyFolders.length > 0) return [];
  const fitting = picked.filter(({ size }) => size <= most);
  const verdict = judgeSelection(fitting, { most: limits.filesPerSelection.web, underWay: uploads.queue.count() });
  if (verdict.refusal && !(verdict.refusal.because === 'empty' && picked.length > 0)) {
    const { refusal } = verdict;
    toast({
      text:
        refusal.because === 'empty'
          ? t('transfer.empty')
          : refusal.because === 'tooMany'
            ? t('transfer.tooMany', { limit: refusal.limit })
            : t('transfer.batchTooLarge'),
      tone: 'warning',
    });
    return null;
  }
  refuse(picked.filter((one) => !fitting.includes(one)).map(({ name, size }) => ({ name, size, most })));
  const isOdd = ({ name, path }: Candidate): boolean => [name, ...path].some((one) => nameFault(normaliseName(one)) !== null);
  const odd = fitting.filter(isOdd);
  const goes =
    odd.length === 0 ||
    (await confirm({
      type: 'warning',
      title: t('transfer.badNamesTitle', { n: odd.length }),
      text: t('transfer.badNamesText'),
      list: odd.map(({ name }) => name),
      confirmLabel: t('transfer.cleanNames'),
      cancelLabel: t('transfer.skipThem'),
    }));
  return fitting.filter((one) => goes || !isOdd(one)).map((one) => ({ ...one, name: sound(one.name), path: one.path.map(sound) }));
}
