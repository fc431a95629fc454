import { limits } from '@alcove/contract';

/** Starts the browser's own download without leaving the page; the frame goes after ten minutes. */
export function openHidden(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  frame.src = url;
  document.body.append(frame);
  setTimeout(() => frame.remove(), limits.downloadFrameMs);
}
