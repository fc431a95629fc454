/// <reference types="node" />
import type { Plugin } from 'vite';

/** What is read of a node of the syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  key?: Node;
  value?: Node;
  init?: Node;
}

/** Replaces the text from `start` to `end`. */
interface Edit {
  start: number;
  end: number;
  by: string;
}

/**
 * Leaves the schemas of requests out of the pages, because only the server checks requests: a page would make hundreds of them at its start,
 * and load Zod for it. The contract stays the one place that declares a call.
 */
export const noSchemas: Plugin = {
  name: 'alcove-no-schemas',
  enforce: 'pre',
  transform: {
    filter: { id: /packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/ },
    handler(code) {
      const edits: Edit[] = [];
      visit(this.parse(code, { lang: 'ts' }), edits);
      return { code: edited(code, edits), map: null };
    },
  },
};

/**
 * Takes away each field `request` that holds a schema, and marks what a constant is made of as free of side effects, so that the bundler
 * leaves out the schemas that nothing uses then. A text of that name says what a log entry is about.
 */
function visit(node: unknown, edits: Edit[]): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, edits));
  if (!isNode(node) || /Function/.test(node.type)) return;
  const { type, key, value, init } = node;
  if (type === 'Property' && key?.name === 'request' && value?.type !== 'Literal')
    return void edits.push({ start: node.start, end: node.end, by: 'request: undefined' });
  if (type === 'VariableDeclarator' && init && !/Function/.test(init.type))
    edits.push({ start: init.start, end: init.start, by: '/* @__PURE__ */ (() => (' }, { start: init.end, end: init.end, by: '))()' });
  Object.values(node).forEach((one) => visit(one, edits));
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function edited(code: string, edits: Edit[]): string {
  let [left, at] = ['', 0];
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    left += code.slice(at, start) + by;
    at = end;
  }
  return left + code.slice(at);
}
