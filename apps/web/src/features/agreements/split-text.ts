/** An agreement in parts: what stands before its first heading, and its sections. Pure. */
export interface AgreementParts {
  intro: string;
  sections: { title: string; body: string }[];
}

/** Splits Markdown at its headings of the second level, those in fenced code excepted. */
export function splitText(markdown: string): AgreementParts {
  const parts: AgreementParts = { intro: '', sections: [] };
  let fence: string | null = null;
  let lines: string[] = [];
  const close = (): void => {
    const text = lines.join('\n').trim();
    const last = parts.sections.at(-1);
    if (last) last.body = text;
    else parts.intro = text;
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const [mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.slice(1) ?? [];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    }
    const title = fence === null ? /^##[ \t]+(.+?)[ \t]*#*$/.exec(line)?.[1] : undefined;
    if (title === undefined) lines.push(line);
    else {
      close();
      parts.sections.push({ title, body: '' });
    }
  }
  close();
  return parts;
}
