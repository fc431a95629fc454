import type { ReactNode } from 'react';
import { createStore } from '../store.ts';
import { toast as measures } from '../../theme/palettes.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error' | 'busy';

export interface ToastContent {
  text: ReactNode;
  tone?: ToastTone;
  /** An undo action; the toast then stays for 8 s unless `duration` says otherwise. */
  action?: { label: string; run: () => void };
  /** Milliseconds; with `Infinity` the toast stays until `dismiss`. */
  duration?: number;
}

export interface Toast extends ToastContent {
  id: number;
  tone: ToastTone;
  duration: number;
}

/** The visible toasts, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((one) => one.id !== id));
}

/** Shows a toast and returns its id. The same text shows only once; at most three show, and the oldest is removed. */
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
