/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import hljs from 'highlight.js/lib/core';
import css from 'highlight.js/lib/languages/css';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { linesOf, tokensOf } from './tokens.ts';

hljs.registerLanguage('css', css);
hljs.registerLanguage('typescript', typescript);
hljs.registerLanguage('xml', xml);

const colored = (text: string, language: string) => linesOf(hljs.highlight(text, { language, ignoreIllegals: true }).value).map(tokensOf);
const textOf = (lines: ReturnType<typeof colored>): string => lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

test('coloring loses no character, and gives none a meaning', () => {
  for (const [language, text] of [
    ['typescript', 'const a = `<b>${x + `"&amp;"`}</b>`; // </span> \'&lt;\'\n/* one\n  two */ let b;\n'],
    ['xml', '<style>\n a::before { content: "<&>"; }\n</style><p title="x &quot; y">1 &lt; 2</p>'],
    ['css', ''],
  ] as const)
    assert.equal(textOf(colored(text, language)), text);
});

test('what goes on over a line end is colored on each line', () => {
  assert.deepEqual(
    colored('/* one\ntwo */', 'typescript').map(([token]) => token),
    [
      { text: '/* one', kind: 'comment' },
      { text: 'two */', kind: 'comment' },
    ],
  );
});
