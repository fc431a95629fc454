import { categories, categoryOf, extensionOf, type Instance } from '@alcove/contract';
import type { FileKind } from '../ui/marks/FileIcon.tsx';

const extensions: Partial<Record<FileKind, string>> = {
  document: 'doc docx wps odt rtf pages',
  sheet: 'xls xlsx et ods csv tsv numbers',
  slides: 'ppt pptx dps odp key',
  pdf: 'pdf',
  code: 'json xml yaml yml toml ts tsx js jsx mjs cjs css scss py java c h cpp hpp cs go rs rb php sh bat ps1 sql kt swift vue svelte lua pl r dart gradle properties env',
  web: 'html htm mht mhtml xhtml url',
  text: 'txt md log ini conf srt',
  drawing: 'dwg dxf dwt step stp stl skp vsd vsdx',
};
const byExtension = new Map<string, FileKind>();
for (const [kind, list] of Object.entries(extensions)) for (const e of list.split(' ')) byExtension.set(`.${e}`, kind as FileKind);

const byCategory: Record<number, FileKind> = {
  [categories.picture]: 'image',
  [categories.video]: 'video',
  [categories.document]: 'document',
  [categories.audio]: 'audio',
  [categories.archive]: 'archive',
  [categories.html]: 'web',
  [categories.other]: 'other',
};

/** The icon for a name alone, for uploads that are not on the server yet. */
export function kindOfName(name: string, category: number = categoryOf(name)): FileKind {
  return byExtension.get(extensionOf(name)) ?? byCategory[category] ?? 'other';
}

export const kindOf = (item: Pick<Instance, 'classifierId' | 'instanceName' | 'category' | 'shared' | 'linkpath'>): FileKind => {
  if (item.classifierId === 'File') return kindOfName(item.instanceName, item.category);
  return item.linkpath !== undefined ? 'folderLink' : item.shared ? 'folderShared' : 'folder';
};
