/**
 * Parses the output of highlight.js, which consists of `<span class>` and text with five escapes. It is never inserted as markup; React
 * builds the elements from these tokens.
 */
export interface Token {
  text: string;
  /** The highlight.js class without its prefix; '' for plain text. */
  kind: string;
}

const tags = /<span class="([^"]*)">|<\/span>/g;

/** Splits the markup into lines; spans open at a line's end are reopened on the next. */
export function linesOf(markup: string): string[] {
  const open: string[] = [];
  return markup.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(tags)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}

const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const plain = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escape) => escapes[escape]!);

export function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  const open = [''];
  let from = 0;
  const add = (to: number): void => {
    if (to > from) tokens.push({ text: plain(line.slice(from, to)), kind: open.at(-1)! });
  };
  for (const match of line.matchAll(tags)) {
    add(match.index);
    from = match.index + match[0].length;
    if (match[1] === undefined) open.pop();
    else open.push(kindOf(match[1]));
  }
  add(line.length);
  return tokens;
}

/** `hljs-title function_` is a title; `language-css`, an embedded language, has no style of its own. */
const kindOf = (classes: string): string => /^hljs-([\w-]+)/.exec(classes)?.[1] ?? '';
