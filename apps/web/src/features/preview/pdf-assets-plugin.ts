/// <reference types="node" />
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The assets that pdf.js loads by name while rendering: Chinese character maps, standard fonts, decoders, color profiles. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
const mounted = 'pdfjs';
const types: Record<string, string> = { '.wasm': 'application/wasm', '.js': 'text/javascript' };

/** Serves pdf.js's assets under `<base>pdfjs/`: from the package in development, copied into the output in a build. */
export function pdfAssets(): Plugin {
  const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  let base = '/';
  return {
    name: 'alcove-pdf-assets',
    configResolved: (config) => void (base = config.base),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0] ?? '';
        const [folder = '', file = '', ...deeper] = path.startsWith(`${base}${mounted}/`)
          ? path.slice(base.length + mounted.length + 1).split('/')
          : [];
        if (!folders.includes(folder) || !/^[\w.-]+$/.test(file) || deeper.length > 0 || !existsSync(join(source, folder, file)))
          return next();
        response.setHeader('Content-Type', types[file.slice(file.lastIndexOf('.'))] ?? 'application/octet-stream');
        createReadStream(join(source, folder, file)).pipe(response);
      });
    },
    generateBundle() {
      for (const folder of folders) {
        for (const file of readdirSync(join(source, folder)))
          this.emitFile({ type: 'asset', fileName: `${mounted}/${folder}/${file}`, source: readFileSync(join(source, folder, file)) });
      }
    },
  };
}
