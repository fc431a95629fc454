import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

export type ConfirmType = 'success' | 'info' | 'warning' | 'error';

export interface Question {
  type?: ConfirmType;
  title: string;
  text?: ReactNode;
  /** Up to five are named, the rest counted. */
  list?: readonly string[];
  /** Repeats the question's verb: 删除 3 项, never 确定. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Another way out, to an address; taking it answers no. */
  link?: { label: string; address: string };
  /** The button is red: what follows takes something away. */
  danger?: boolean;
  /** Nothing to decide: the one button closes it. */
  notice?: boolean;
}

export interface Asked extends Question {
  answer: (confirmed: boolean) => void;
}

/** The question that is open, or null. */
export const askedQuestion = createStore<Asked | null>(null);

/** Asks a question in a dialog; false when it is closed, cancelled or replaced by another question. */
export function confirm(question: Question): Promise<boolean> {
  askedQuestion.read()?.answer(false);
  return new Promise((resolve) => {
    const mine: Asked = {
      ...question,
      answer: (confirmed) => {
        if (askedQuestion.read() === mine) askedQuestion.set(null);
        resolve(confirmed);
      },
    };
    askedQuestion.set(mine);
  });
}
