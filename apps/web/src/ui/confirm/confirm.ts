import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

export type ConfirmType = 'success' | 'info' | 'warning' | 'error';

export interface Question {
  type?: ConfirmType;
  title: string;
  text?: ReactNode;
  /** The dialog names the first five and counts the rest. */
  list?: readonly string[];
  /** Repeats the question's verb: 删除 3 项, never 确定. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Another way out, by a link; following it counts as a no. */
  link?: { label: string; address: string };
  /** The button is red because the action is destructive. */
  danger?: boolean;
  /** There is nothing to decide: a single button closes the dialog. */
  notice?: boolean;
}

export interface Asked extends Question {
  answer: (confirmed: boolean) => void;
}

/** The open question, or null. */
export const askedQuestion = createStore<Asked | null>(null);

/** Asks a question in a dialog. Resolves to false when it is closed, canceled or replaced by another question. */
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
