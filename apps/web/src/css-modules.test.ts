/// <reference types="node" />
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = import.meta.dirname;
const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, '');

test('every class that a component takes from its style sheet is there: a missing one is no error anywhere else', () => {
  const missing: string[] = [];
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    const source = withoutComments(readFileSync(join(root, file), 'utf8'));
    for (const [, name, sheet] of source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const classes = new Set(
        Array.from(readFileSync(join(root, dirname(file), sheet!), 'utf8').matchAll(/\.([a-zA-Z_]\w*)/g), ([, one]) => one),
      );
      for (const [, used] of source.matchAll(new RegExp(`(?<![\\w/.-])${name}\\.(\\w+)`, 'g')))
        if (!classes.has(used)) missing.push(`${file}: ${name}.${used}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('every component of Mantine that is used has its style sheet: without it, it has no layout', () => {
  const sheets = join(root, '../../../node_modules/@mantine/core/styles');
  const imported = readFileSync(join(root, 'theme/base.css'), 'utf8');
  const missing = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: root }))
    for (const [, names] of readFileSync(join(root, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of names!.split(',').map((one) => one.trim().split(' ')[0]!))
        if (existsSync(join(sheets, `${name}.layer.css`)) && !imported.includes(`/${name}.layer.css`)) missing.add(`${name} in ${file}`);
  assert.deepEqual([...missing], []);
});
