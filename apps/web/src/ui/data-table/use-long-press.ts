import { useRef, type PointerEvent } from 'react';

/** The same delay as Android and iOS. */
const pressMs = 500;
/** A finger always moves a little. */
const slackPx = 10;

/**
 * Detects a press that stays in place. Safari on phones sends no `contextmenu`, so a timer detects it; the click that follows the press is
 * suppressed. `id` identifies the row.
 */
export function useLongPress(onPress: (id: string) => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const pressed = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      pressed.current = false;
      end();
      const id = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] : undefined;
      if (event.pointerType !== 'touch' || id === undefined || (event.target as Element).closest('button, a, input')) return;
      const timer = setTimeout(() => {
        press.current = null;
        pressed.current = true;
        navigator.vibrate?.(10);
        onPress(id);
      }, pressMs);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slackPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
