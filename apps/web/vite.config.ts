import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { noSchemas } from './src/api/no-schemas-plugin.ts';
import { mantineSheet } from './src/theme/mantine-sheet.ts';
import { pdfAssets } from './src/features/preview/pdf-assets-plugin.ts';
import { themeStylesheet } from './src/theme/palettes.ts';

/** Small files that the page of link visitors starts with, and the app as well. */
const basics = new RegExp(
  [
    'apps/web/src/(?:ui/marks|ui/toast|ui/avatar)/',
    'apps/web/src/i18n/(?:format|index|stored-language|translate)\\.',
    'apps/web/src/ui/(?:copy-text|step-back|store|trusted-types|use-media|use-online|use-remembered)\\.',
    'apps/web/src/ui/confirm/confirm\\.',
    'apps/web/src/items/(?:file-kind|FileName|name-cut)\\.',
    'apps/web/src/api/(?:call-failed|wire|trace-id|paths|repeat-change)\\.',
    'apps/web/src/theme/palettes\\.',
    'packages/contract/src/(?:limits|links|names|normalised|categories)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

/** What most pages with a list need, without the views of files and what the page of link visitors has, too. */
const lists = new RegExp(
  [
    'apps/web/src/app/',
    'apps/web/src/screens/(?:files|item-list)/',
    'apps/web/src/features/(?:access-report|access-requests|activity|comments|company-roles|details|groups|links)/',
    'apps/web/src/features/(?:move-copy|people|sharing|tags|tasks|versions)/',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
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
 * Chunks of code that many screens share or that rarely changes, so that browsers keep them in the cache across versions. Without the last
 * groups, the file page requests some hundred files, most of less than 2 KB, and a request costs more than its bytes. The first three are all
 * that the page of link visitors may share with the app at its start: `scripts/visitor-page-size.test.ts` weighs it.
 */
const sharedFiles = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'basics', test: basics },
  { name: 'schemas', test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]service-config\./, includeDependenciesRecursively: false },
  { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/ },
  { name: 'mantine', test: /node_modules[\\/](?:@mantine|@floating-ui|clsx)[\\/]/, minShareCount: 4 },
  { name: 'common', test: /apps[\\/]web[\\/]src[\\/](?:ui|items|api|i18n|theme)[\\/]|packages[\\/]contract[\\/]/, minShareCount: 4 },
  { name: 'shared', test: lists, minShareCount: 3, includeDependenciesRecursively: false },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/disk/',
  plugins: [pages, noSchemas, react(), themeSheets(), pdfAssets(), visitorPage],
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
