const typedIn = new WeakSet<Element>();
/** Secrets and searches are not worth keeping. */
const lasting = 'textarea, input:not([type=password], [type=search], [role=searchbox], [autocomplete=one-time-code])';

/** From now on, what people type is noticed. */
export function noticeTyping(): void {
  window.addEventListener(
    'input',
    ({ target }) => void (target instanceof Element && target.matches(lasting) && typedIn.add(target)),
    true,
  );
}

/** Whether a form or a dialog holds text that somebody typed. */
export const isHalfFilled = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(':is(form, [role=dialog]) :is(textarea, input)')].some(
    (field) => typedIn.has(field) && field.value.trim() !== '',
  );
