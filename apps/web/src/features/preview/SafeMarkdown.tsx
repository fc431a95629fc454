import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import Markdown, { defaultUrlTransform, type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Colored } from './Colored.tsx';
import { useColors } from './colors.ts';
import { languageNamed } from './languages.ts';
import styles from './markdown.module.css';

/** Keeps only absolute links: relative ones refer to the file's original location. */
const outside = (address: string): string => (/^(https?:\/\/|mailto:|#)/i.test(address) ? defaultUrlTransform(address) : '');

const components: Components = {
  a: ({ href, children }) => (href ? <Link href={href}>{children}</Link> : <span>{children}</span>),
  // A remote image would tell its owner who reads this file, and when.
  img: ({ alt, src }) => (
    <span className={styles.noImage} title={typeof src === 'string' ? src : undefined}>
      <ImageOff size={14} strokeWidth={1.75} aria-hidden />
      {alt || (typeof src === 'string' ? src.split('/').at(-1) : '')}
    </span>
  ),
  code: ({ className, children }) => {
    const name = /language-(\S+)/.exec(className ?? '')?.[1];
    return <code>{name === undefined ? children : <Fenced text={String(children)} language={languageNamed(name)} />}</code>;
  },
  table: ({ children }) => (
    <div className={styles.mdTable} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

function Link({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('#'))
    return (
      <a
        href={href}
        onClick={(event) => {
          event.preventDefault();
          const id = `user-content-${decodeURIComponent(href.slice(1)).replace(/^user-content-/, '')}`;
          event.currentTarget
            .closest('article')
            ?.querySelector(`[id="${CSS.escape(id)}"]`)
            ?.scrollIntoView({ block: 'center' });
        }}
      >
        {children}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Fenced({ text, language }: { text: string; language: string | null }) {
  const colored = useColors(text, language);
  if (!colored) return text;
  return colored.map((line, at) => (
    <span key={at}>
      <Colored line={line} />
      {'\n'}
    </span>
  ));
}

/** Markdown as elements. HTML inside it stays text, and nothing is loaded from the network. */
export function SafeMarkdown({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={[remarkGfm]} components={components} urlTransform={outside}>
      {text}
    </Markdown>
  );
}
