import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { fetchesAhead } from './src/app/fetch-ahead-plugin.ts';
import { noSchemas } from './src/api/no-schemas-plugin.ts';
import { mantineSheet } from './src/theme/mantine-sheet.ts';
import { pdfAssets } from './src/features/preview/pdf-assets-plugin.ts';
import { themeStylesheet } from './src/theme/palettes.ts';

/** A pattern of the files' paths, on any system. */
const files = (...paths: string[]): RegExp => new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'));

/** Small files that the page of link visitors starts with, and the app as well. */
const basics = files(
  'node_modules/lucide-react/',
  'apps/web/src/(?:ui/marks|ui/toast|ui/avatar|ui/part-boundary|i18n)/',
  'apps/web/src/ui/(?:copy-text|step-back|store|trusted-types|use-media|use-online|use-remembered)\\.',
  'apps/web/src/ui/confirm/confirm\\.',
  'apps/web/src/items/(?:file-kind|FileName|name-cut|texts)\\.',
  'apps/web/src/api/(?:call-failed|half-filled|new-build|wire|trace-id|paths|repeat-change)\\.',
  'apps/web/src/features/transfer/start/(?:download-rules|open-hidden)\\.',
  'apps/web/src/theme/palettes\\.',
  'packages/contract/src/(?:limits|links|names|normalised|categories)\\.',
);

/** What the lists of the app need of transfers, and so do the visitors who upload. */
const choosing = files(
  'packages/transfer/src/(?:ports|upload/(?:errors|run|selection-rules))\\.',
  'apps/web/src/features/transfer/browser/(?:file-handles|file-reading|file-source|transfer-failure|worker-rpc)\\.',
  'apps/web/src/features/transfer/start/(?:chosen|folder-tree|use-file-drop)\\.',
);

/** What sends and fetches files, here and on the page of link visitors who upload. */
const transfer = files(
  'packages/transfer/',
  'node_modules/hash-wasm/',
  'apps/web/src/features/transfer/(?:browser/(?!save-places)|panel/transfer-text\\.)',
);

/** What the app fetches once the first screen is painted. */
const background = files(
  'apps/web/src/app/live-updates/',
  'apps/web/src/features/tasks/TaskCards\\.',
  'apps/web/src/features/transfer/(?:panel|queue)/',
  'apps/web/src/features/transfer/browser/(?!save-places)',
  'packages/transfer/src/download/',
  'apps/web/src/items/ConflictDialog\\.',
);

/** What most pages with a list need, without the views of files and what the page of link visitors has, too. */
const lists = files(
  'apps/web/src/app/',
  'apps/web/src/screens/(?:files|item-list)/',
  'apps/web/src/features/(?:access-report|access-requests|activity|comments|company-roles|details|groups|links)/',
  'apps/web/src/features/(?:move-copy|people|sharing|tags|tasks|transfer|versions)/',
  'apps/web/src/features/preview/(?:PreviewHost|preview-host|use-previewed)\\.',
);

/** The pages of the folder that is built: the app and the page of link visitors, or the single page of a test. */
const pages: Plugin = {
  name: 'alcove-pages',
  config: ({ root = import.meta.dirname }) => ({
    build: {
      rolldownOptions: { input: ['index.html', 'visitor.html'].map((page) => join(root, page)).filter((page) => existsSync(page)) },
    },
  }),
};

const api = 'http://127.0.0.1:8080';

/**
 * Serves the palettes and Mantine's variables as stylesheet files, so that no script has to write a style into the page. The page of link
 * visitors begins with the palettes alone.
 */
function themeSheets(): Plugin {
  const sheets: Record<string, () => string> = {
    'virtual:theme.css': () => themeStylesheet + mantineSheet(),
    'virtual:palettes.css': () => themeStylesheet,
  };
  return {
    name: 'alcove-theme-sheets',
    resolveId: (id) => (id in sheets ? `\0${id}` : undefined),
    load: (id) => sheets[id.replace('\0', '')]?.(),
  };
}

/** The development server answers the address of the visitors' page with its own entry, as the product's server does. */
const visitorPage: Plugin = {
  name: 'alcove-visitor-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/disk\/fileDownload\/?(\?|$)/.test(request.url ?? '')) request.url = '/disk/visitor.html';
      next();
    });
  },
};

/**
 * Files of code that are loaded together, in the order in which they take what several of them could have. Without them, the file page requests
 * some hundred files, most of less than 2 KB, and a request costs more than its bytes. What rarely changes has files of its own, which browsers
 * keep in the cache across versions. The first two are all that the page of link visitors may share with the app at its start.
 * `scripts/first-load.test.ts` and `scripts/visitor-page-size.test.ts` count and weigh what the pages start with.
 */
const sharedFiles = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|\0vite.preload-helper/ },
  { name: 'basics', test: basics, minShareCount: 2 },
  { name: 'schemas', test: files('node_modules/zod/', 'contract/src/service-config\\.'), includeDependenciesRecursively: false },
  { name: 'libraries', test: files('node_modules/(?!lucide-react)'), tags: ['$initial'] },
  { name: 'choosing', test: choosing, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'base', test: files('theme\\.css', 'apps/web/src/theme/base\\.css') },
  {
    name: 'start',
    test: files('apps/web/src/(?:ui|items|api|features)/', 'apps/web/src/theme/.*\\.ts', 'packages/contract/'),
    tags: ['$initial'],
  },
  {
    name: 'days',
    test: files('node_modules/(?:@mantine/dates|dayjs)/', 'web/src/ui/(?:day-field|date-range)/'),
    includeDependenciesRecursively: false,
  },
  { name: 'qr-code', test: files('node_modules/uqr/', 'web/src/ui/qr-code/'), includeDependenciesRecursively: false },
  { name: 'mantine', test: files('node_modules/(?:@mantine|@floating-ui|clsx|react-number-format)/'), minShareCount: 4 },
  {
    name: 'common',
    test: files(
      'apps/web/src/(?:ui|items|api)/',
      'apps/web/src/features/[^/]+/[^/]+-queries\\.',
      'packages/contract/',
      'node_modules/@tanstack/',
    ),
    minShareCount: 3,
  },
  { name: 'texts.zh-CN', test: files('web/src/features/(?:agreements|preview|transfer)/texts\\.zh-CN') },
  { name: 'texts.en-US', test: files('web/src/features/(?:agreements|preview|transfer)/texts\\.en-US') },
  { name: 'transfer', test: transfer, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'lists', test: lists, minShareCount: 3, includeDependenciesRecursively: false },
  {
    name: 'sign-in',
    test: files(
      'node_modules/@simplewebauthn/',
      'web/src/screens/sign-in/',
      'web/src/features/(?:agreements|identity|second-factor)/(?!AddPasskey|ChangePassword|NewRecovery|SetUpApp|.*[Dd]ialog)',
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'viewer',
    test: files('web/src/features/preview/(?!SafeMarkdown|MarkdownView|TableView|PdfView)'),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'background', test: background, includeDependenciesRecursively: false },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/disk/',
  plugins: [pages, noSchemas, react(), themeSheets(), pdfAssets(), fetchesAhead, visitorPage],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedFiles } },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/disk/api', '/authentication', '/hcs', '/storage'].map((path) => [path, { target: api }])),
  },
});
