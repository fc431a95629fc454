import { extensionOf } from '@alcove/contract';

/** Maps highlight.js language names to file extensions. */
const extensions: Record<string, string> = {
  bash: '.sh .env',
  c: '.c .h',
  cpp: '.cpp .hpp',
  csharp: '.cs',
  css: '.css',
  dart: '.dart',
  dockerfile: '.dockerfile',
  dos: '.bat',
  go: '.go',
  groovy: '.gradle',
  ini: '.ini .conf .toml',
  java: '.java',
  javascript: '.js .jsx .mjs .cjs',
  json: '.json',
  kotlin: '.kt',
  lua: '.lua',
  makefile: '.makefile',
  markdown: '.md .markdown',
  perl: '.pl',
  php: '.php',
  powershell: '.ps1',
  properties: '.properties',
  python: '.py',
  r: '.r',
  ruby: '.rb',
  rust: '.rs',
  scss: '.scss',
  sql: '.sql',
  swift: '.swift',
  typescript: '.ts .tsx',
  xml: '.xml .svg .html .htm .xhtml .vue .svelte',
  yaml: '.yaml .yml',
};

/** Null for files without highlighting. */
export function languageOf(fileName: string): string | null {
  const extension = extensionOf(fileName);
  for (const [language, list] of Object.entries(extensions)) if (extension && list.split(' ').includes(extension)) return language;
  return null;
}

/** The language of a Markdown code fence: `ts`, `python`. */
export const languageNamed = (name: string): string | null =>
  Object.hasOwn(extensions, name.toLowerCase()) ? name.toLowerCase() : languageOf(`a.${name}`);
