import { cleanName, limits, nameFault, normaliseName } from '@alcove/contract';
import { emptyMd5 } from './hash.ts';

/** Pure rules for picked files (specification 1 section 5). The application shows the texts. */

export interface Picked {
  name: string;
  size: number;
}
export interface SelectionContext {
  /** In the desktop client. */
  client: boolean;
  /** Uploads already in the list. */
  underWay: number;
  /** A public site never offers the plugin. */
  publicSite: boolean;
  /** The plugin is offered once per session. */
  pluginOffered: boolean;
  /** A link visitor's page: no client to suggest. */
  fileDownloadPage: boolean;
}
export type SelectionRefusal = { because: 'empty' } | { because: 'tooMany'; limit: number } | { because: 'batchTooLarge'; limit: number };
/** Asked in this order, before anything starts; `clientSuggestion` is a hint only. */
export type SelectionPrompt = 'useClient' | 'installPlugin' | 'clientSuggestion';

export type NameVerdict =
  { ok: true } | { ok: false; fault: NonNullable<ReturnType<typeof nameFault>>; /** '' when nothing sound is left. */ suggestion: string };

export interface SelectionVerdict<File extends Picked> {
  /** Nothing starts. */
  refusal: SelectionRefusal | null;
  prompts: SelectionPrompt[];
  accepted: File[];
  /** Left out: over 80 GB for one file. */
  tooLarge: File[];
  /** Left out until renamed. */
  invalidNames: { file: File; fault: NonNullable<ReturnType<typeof nameFault>>; suggestion: string }[];
}

export function judgeName(name: string): NameVerdict {
  const fault = nameFault(normaliseName(name));
  return fault ? { ok: false, fault, suggestion: cleanName(name) } : { ok: true };
}

export function judgeSelection<File extends Picked>(files: readonly File[], context: SelectionContext): SelectionVerdict<File> {
  const verdict: SelectionVerdict<File> = { refusal: null, prompts: [], accepted: [], tooLarge: [], invalidNames: [] };
  const refuse = (refusal: SelectionRefusal): SelectionVerdict<File> => ({ ...verdict, refusal });
  if (files.length === 0) return refuse({ because: 'empty' });
  const total = files.length + context.underWay;
  const most = limits.filesPerSelection[context.client ? 'client' : 'web'];
  if (total > most) return refuse({ because: 'tooMany', limit: most });
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > limits.batchBytes) return refuse({ because: 'batchTooLarge', limit: limits.batchBytes });

  if (!context.client && total > limits.filesBeforePrompt) verdict.prompts.push('useClient');
  const wantsPlugin = bytes >= limits.bytesBeforePluginPrompt || files.length > limits.filesBeforePrompt;
  if (!context.client && !context.publicSite && !context.pluginOffered && wantsPlugin) verdict.prompts.push('installPlugin');
  const huge = files.some((file) => file.size >= limits.bytesBeforeClientSuggestion);
  if (!context.client && !context.fileDownloadPage && huge) verdict.prompts.push('clientSuggestion');

  for (const file of files) {
    const name = judgeName(file.name);
    if (file.size > limits.fileBytes) verdict.tooLarge.push(file);
    else if (!name.ok) verdict.invalidNames.push({ file, fault: name.fault, suggestion: name.suggestion });
    else verdict.accepted.push(file);
  }
  return verdict;
}

/** A zero-size file whose hash is that of no content is refused with '[102]' (specification 1 section 5). */
export const isEmptyContent = (size: number, md5: string): boolean => size === 0 && md5 === emptyMd5;
