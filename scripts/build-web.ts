/** Builds the web app if its sources, or what they depend on, changed since the last build. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { stampOf } from './stamp.ts';

const root = resolve(import.meta.dirname, '..');
const output = join(root, 'apps/web/dist');
const stampFile = join(output, '.stamp');

if (!existsSync(join(root, 'apps/web/index.html'))) {
  console.error('There is no web app in this tree: only the API will be served.');
  process.exit(0);
}
const before = stampOf(['apps/web', 'packages', 'node_modules/.installed-lock'].map((place) => join(root, place)));
const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (before === built && !process.argv.includes('--always')) process.exit(0);
const { LC_ALL, LC_MESSAGES, LANG } = process.env;
console.error(/^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? '正在构建网页…' : 'Building the web app …');
// The build goes to a temporary folder that is then renamed, so that neither two simultaneous builds nor a killed one leave half an app to
// be served.
const aside = join(root, `node_modules/.web-build-${process.pid}`);
const vite = join(root, 'node_modules/vite/bin/vite.js');
const { status } = spawnSync(process.execPath, [vite, 'build', 'apps/web', '--outDir', aside, '--emptyOutDir', '--logLevel', 'error'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (status !== 0) {
  rmSync(aside, { recursive: true, force: true });
  process.exit(1);
}
await compressAll(aside);
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

/** Writes compressed copies beside each file, so that the server does not compress for every request. */
async function compressAll(folder: string): Promise<void> {
  const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:m?js|css|svg|json|wasm|bcmap|ttf)$/.test(name))
    .map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const made = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        gzipped(bytes, { level: 9 }),
      ]);
      for (const [index, ending] of ['.br', '.gz'].entries())
        if (made[index]!.length < bytes.length * 0.9) await writeFile(`${file}${ending}`, made[index]!);
    }),
  );
}
