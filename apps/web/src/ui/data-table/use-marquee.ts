import { useEffect, useRef, useState, type RefObject } from 'react';

/** Coordinates within the scrolled content, so that they stay valid while the list scrolls. */
export interface Band {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Marquee {
  scroller: RefObject<HTMLElement | null>;
  enabled: boolean;
  onStart(): void;
  /** Called on every change of the marquee. */
  onBand(band: Band, add: boolean): void;
}

const threshold = 5;
const edge = 32;
/** Elements that react to a press themselves; a marquee never starts on them. */
const untouchable = 'button, a, input, label, [role="menu"], [data-no-marquee]';

/** Marquee selection with a mouse; touch scrolls instead. Returns the rectangle to draw. */
export function useMarquee({ scroller, enabled, onStart, onBand }: Marquee): Band | null {
  const [band, setBand] = useState<Band | null>(null);
  const told = useRef({ onStart, onBand });
  useEffect(() => void (told.current = { onStart, onBand }));
  useEffect(() => {
    const box = scroller.current;
    if (!box || !enabled) return;
    let from: { x: number; y: number } | null = null;
    let at = { x: 0, y: 0, add: false };
    let active = false;
    let frame = 0;
    const inside = (event: { clientX: number; clientY: number }) => {
      const rect = box.getBoundingClientRect();
      return { x: event.clientX - rect.left + box.scrollLeft, y: event.clientY - rect.top + box.scrollTop };
    };
    const draw = () => {
      if (!from) return;
      const rect = box.getBoundingClientRect();
      const below = at.y - rect.bottom + edge;
      const above = rect.top + edge - at.y;
      if (below > 0) box.scrollTop += Math.min(below, edge) / 2;
      else if (above > 0) box.scrollTop -= Math.min(above, edge) / 2;
      const to = inside({ clientX: at.x, clientY: at.y });
      const next = {
        left: Math.min(from.x, to.x),
        top: Math.max(0, Math.min(from.y, to.y)),
        width: Math.abs(from.x - to.x),
        height: Math.abs(from.y - to.y),
      };
      setBand(next);
      told.current.onBand(next, at.add);
      frame = requestAnimationFrame(draw);
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      at = { x: event.clientX, y: event.clientY, add: event.ctrlKey || event.metaKey || event.shiftKey };
      const here = inside(event);
      if (!active && Math.hypot(here.x - from.x, here.y - from.y) > threshold) {
        active = true;
        told.current.onStart();
        window.getSelection()?.removeAllRanges();
        frame = requestAnimationFrame(draw);
      }
    };
    const swallow = (event: MouseEvent) => {
      event.stopPropagation();
      event.preventDefault();
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      cancelAnimationFrame(frame);
      if (active) {
        // The click after the drag would select only the row under the pointer.
        window.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
      }
      from = null;
      active = false;
      setBand(null);
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse') return;
      if (event.target instanceof Element && event.target.closest(untouchable)) return;
      // A press beyond the inner width hits the scroll bar.
      if (event.offsetX > box.clientWidth && event.target === box) return;
      from = inside(event);
      at = { x: event.clientX, y: event.clientY, add: false };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
    };
    box.addEventListener('pointerdown', down);
    return () => {
      box.removeEventListener('pointerdown', down);
      end();
    };
  }, [scroller, enabled]);
  return band;
}
