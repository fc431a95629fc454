import type { ReactNode } from 'react';
import { toast as measures } from '../../theme/palettes.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error' | 'busy';

export interface ToastContent {
  text: ReactNode;
  tone?: ToastTone;
  /** Offers to take something back; the toast then stays 8 s unless told otherwise. */
  action?: { label: string; run: () => void };
  /** Milliseconds; `Infinity` stays until `dismiss`. */
  duration?: number;
}

export interface Toast extends ToastContent {
  id: number;
  tone: ToastTone;
  duration: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};

export function dismissToast(id: number): void {
  show(toasts.filter((one) => one.id !== id));
}

/** Shows a toast and answers its id. The same words stand once; at most three are shown: the oldest makes room. */
export function toast(content: ToastContent): number {
  lastId += 1;
  const duration = content.duration ?? (content.action ? measures.undo : measures.duration);
  const others = toasts.filter(({ text }) => typeof text !== 'string' || text !== content.text);
  show([...others.slice(-(measures.limit - 1)), { ...content, tone: content.tone ?? 'info', duration, id: lastId }]);
  return lastId;
}

toast.success = (text: ReactNode, action?: ToastContent['action']) => toast({ text, tone: 'success', ...(action && { action }) });
toast.error = (text: ReactNode, action?: ToastContent['action']) => toast({ text, tone: 'error', ...(action && { action }) });
toast.warning = (text: ReactNode) => toast({ text, tone: 'warning' });
