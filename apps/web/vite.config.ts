import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { mantineSheet } from './src/theme/mantine-sheet.ts';
import { pdfAssets } from './src/features/preview/pdf-assets-plugin.ts';
import { themeStylesheet } from './src/theme/palettes.ts';

const api = 'http://127.0.0.1:8080';

/**
 * Serves the palettes and Mantine's variables as a stylesheet file, `virtual:theme.css`, so that no script has to write a style into the
 * page.
 */
function themeSheet(): Plugin {
  const name = 'virtual:theme.css';
  return {
    name: 'alcove-theme-sheet',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeStylesheet + mantineSheet() : undefined),
  };
}

/**
 * Chunks of code that many screens share or that rarely changes, so that browsers keep them in the cache across versions. Without the last
 * two groups, the file page requests some fifty files of less than 2 KB each, and a request costs more than its bytes.
 */
const sharedFiles = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/ },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/ },
  { name: 'mantine', test: /node_modules[\\/](?:@mantine|@floating-ui|lucide-react|clsx)[\\/]/, minShareCount: 4 },
  { name: 'common', test: /apps[\\/]web[\\/]src[\\/](?:ui|items|api|i18n|theme)[\\/]|packages[\\/]contract[\\/]/, minShareCount: 4 },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/disk/',
  plugins: [react(), themeSheet(), pdfAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/disk/api', '/authentication', '/hcs', '/storage'].map((path) => [path, { target: api }])),
  },
});
