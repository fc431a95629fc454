import type { ReactNode } from 'react';
import { createStore } from '../store.ts';
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

/** What is shown, the oldest first. */
export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((one) => one.id !== id));
}

/** Shows a toast and answers its id. The same words stand once; at most three are shown: the oldest makes room. */
export function toast(content: ToastContent): number {
  lastId += 1;
  const duration = content.duration ?? (content.action ? measures.undo : measures.duration);
  const others = toasts.read().filter(({ text }) => typeof text !== 'string' || text !== content.text);
  toasts.set([...others.slice(-(measures.limit - 1)), { ...content, tone: content.tone ?? 'info', duration, id: lastId }]);
  return lastId;
}

toast.success = (text: ReactNode, action?: ToastContent['action']) => toast({ text, tone: 'success', ...(action && { action }) });
toast.error = (text: ReactNode, action?: ToastContent['action']) => toast({ text, tone: 'error', ...(action && { action }) });
toast.warning = (text: ReactNode) => toast({ text, tone: 'warning' });
