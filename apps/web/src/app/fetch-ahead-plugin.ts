/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What is read of a chunk of the build. */
interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

const languages = ['zh-CN', 'en-US'];
/** The file that the pages begin with, below the base. */
const beginning = 'src/before-paint.js';

/** The screens that people come to first, by the first word of their address. */
const screens: Record<string, string> = {
  '': 'screens/files/PersonalFilePage.tsx',
  personalFile: 'screens/files/PersonalFilePage.tsx',
  groupFile: 'screens/groups/GroupFilePage.tsx',
  departmentFile: 'screens/departments/DepartmentFilePage.tsx',
  fileShare: 'screens/sharing/SharePage.tsx',
  signIn: 'screens/sign-in/SignInPage.tsx',
  admin: 'app/admin/AdminShell.tsx',
};

const textsOf = (language: string, screen: string): string[] => [
  `app/all-texts.${language}.ts`,
  ...(screen === 'admin' ? [`app/admin/all-admin-texts.${language}.ts`] : []),
];

/** Files by language and screen. */
type Files = Record<string, Record<string, string[]>>;

/**
 * Runs in the page: requests what the screen at this address loads. Without it, the browser hears of these files only when all of the app's
 * own code has arrived and runs.
 */
function fetchAhead(base: string, files: Files): void {
  const screen = location.pathname.slice(base.length).split('/', 1)[0] ?? '';
  for (const file of files[document.documentElement.lang]?.[screen] ?? []) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = base + file;
    document.head.append(link);
  }
}

/**
 * Gives the script that the pages begin with a name that browsers may keep, and tells it which files each screen loads: the page itself can
 * name only what all of them need.
 */
export const fetchesAhead: Plugin = {
  name: 'alcove-fetch-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const root = this.environment.config.root;
      const { base } = this.environment.config;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Chunk[];
      const pages = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.html'));
      const named = new Set(pages.flatMap((page) => ('source' in page ? String(page.source).match(/assets\/[\w.-]+/g) : null) ?? []));
      const loadedBy = (modules: string[]): string[] => {
        const found = new Set<string>();
        const waiting = chunks.filter(({ facadeModuleId }) => modules.some((module) => facadeModuleId === join(root, 'src', module)));
        for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
          const { fileName, imports, viteMetadata } = chunk;
          if (found.has(fileName)) continue;
          for (const file of [fileName, ...(viteMetadata?.importedCss ?? [])]) found.add(file);
          waiting.push(...chunks.filter((other) => imports.includes(other.fileName)));
        }
        return [...found].filter((file) => !named.has(file));
      };
      const files: Files = Object.fromEntries(
        languages.map((language) => [
          language,
          Object.fromEntries(Object.entries(screens).map(([screen, module]) => [screen, loadedBy([module, ...textsOf(language, screen)])])),
        ]),
      );
      const source = `${readFileSync(join(import.meta.dirname, '../before-paint.js'), 'utf8')}(${fetchAhead.toString()})(${JSON.stringify(base)}, ${JSON.stringify(files)});\n`;
      const file = this.emitFile({ type: 'asset', name: 'before-paint.js', source });
      for (const page of pages)
        if ('source' in page) page.source = String(page.source).replace(`"${base}${beginning}"`, `"${base}${this.getFileName(file)}"`);
    },
  },
};
