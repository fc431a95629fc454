import type { Language } from '@alcove/contract';

/** The frame of a document in its own language, which is not always the reader's. */
export interface DocumentHead {
  title: string;
  language: Language;
  /** The target and the words of the link in the page head. */
  home: { to: string; text: string };
  /** The same document in the other language. */
  other: { to: string; text: string };
  contents: string;
}

/** A document that is part of the product, in one file per language. `text` may hold several paragraphs; `points` is a list after them. */
export interface DocumentText {
  title: string;
  intro: string;
  otherLanguage: string;
  /** The label of the link in the page head. */
  home: string;
  contents: string;
  sections: { title: string; text: string[]; points?: string[] }[];
}
