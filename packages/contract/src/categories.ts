import { splitName } from './names.ts';

/** File-type category codes of specification 1 section 3. */
export const categories = { picture: 1, video: 2, document: 3, audio: 4, archive: 5, html: 6, other: 7 } as const;
export type Category = (typeof categories)[keyof typeof categories];

const extensions: Record<Exclude<keyof typeof categories, 'other'>, string> = {
  picture: 'png jpg jpeg gif webp bmp svg tif tiff ico heic heif avif psd raw',
  video: 'mp4 ogg ogv webm avi mov mkv wmv flv mpg mpeg m4v 3gp rmvb rm',
  document: 'doc docx xls xlsx ppt pptx wps et dps odt ods odp rtf csv txt md pdf log json xml yaml yml ini conf',
  audio: 'mp3 wav m4a aac flac oga opus wma amr mid',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso',
  html: 'html htm mht mhtml xhtml',
};

const byExtension = new Map<string, Category>();
for (const [name, list] of Object.entries(extensions))
  for (const e of list.split(' ')) byExtension.set(`.${e}`, categories[name as keyof typeof categories]);

export const extensionOf = (name: string): string => splitName(name).extension.toLowerCase();
export const categoryOf = (name: string): Category => byExtension.get(extensionOf(name)) ?? categories.other;

/** The kinds of files with a preview; all others can only be downloaded. Video formats: specification 1 section 3. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'code' | 'markdown' | 'table' | 'html' | 'audio' | 'video' | 'archive';

const previews: Record<PreviewKind, string> = {
  image: '.png .jpg .jpeg .gif .webp .bmp .avif .ico .svg .tif .tiff .heic .heif',
  pdf: '.pdf .doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .rtf .wps .et .dps',
  text: '.txt .log .ini .conf .srt',
  code: '.json .xml .yaml .yml .toml .ts .tsx .js .jsx .mjs .cjs .css .scss .py .java .c .h .cpp .hpp .cs .go .rs .rb .php .sh .bat .ps1 .sql .kt .swift .vue .svelte .lua .pl .r .dart .gradle .properties .env .dockerfile .makefile',
  markdown: '.md .markdown',
  table: '.csv .tsv',
  html: '.html .htm .xhtml',
  audio: '.mp3 .wav .m4a .aac .flac .oga .opus .wma .amr .aif .aiff .ape .ac3 .caf .mka',
  video: '.mp4 .ogg .webm .ogv .avi .mov .mkv .wmv .flv .mpg .mpeg .m4v .3gp .rmvb .rm .mts .m2ts .vob',
  archive: '.zip .rar .7z .tar .gz .tgz .bz2 .tbz2 .xz .txz',
};

/** The kind of preview for a file name, or null. SVG is rendered to an image; HTML is shown in a sandboxed frame. */
export function previewKindOf(name: string): PreviewKind | null {
  const extension = extensionOf(name);
  if (extension === '') return null;
  for (const [kind, list] of Object.entries(previews)) if (list.split(' ').includes(extension)) return kind as PreviewKind;
  return null;
}

/** Whether files of this name have a thumbnail; an office document gets one after its first preview. */
export function hasThumbnail(name: string): boolean {
  const kind = previewKindOf(name);
  return kind === 'image' || kind === 'pdf' || categoryOf(name) === categories.video;
}
