import type { ReactNode } from 'react';

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

let asked: Asked | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const confirmStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => asked,
};

/** Asks a question in a dialog; false when it is closed, cancelled or replaced by another question. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const mine: Asked = {
      ...question,
      answer: (confirmed) => {
        if (asked === mine) asked = null;
        resolve(confirmed);
        tell();
      },
    };
    asked = mine;
    tell();
  });
}
