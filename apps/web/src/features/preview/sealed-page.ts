import { asSealed } from '../../ui/trusted-types.ts';

/** Hands the viewer's keys on. It stands in the frame of every page. */
const keysScript = `${location.origin}${import.meta.env.BASE_URL}page-keys.js`;
/** Nothing from anywhere: no script but ours, no picture but those inside, no form. Stands before whatever the file says. */
const policy = `script-src ${keysScript}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; form-action 'none'; base-uri 'none'`;
const outward = 'script, base, link, meta[http-equiv], iframe, frame, object, embed, portal';

/**
 * An HTML file as it may be shown in a frame without rights. The policy and the frame's sandbox keep it from doing anything; what
 * could only end in a blocked page is taken out besides: a link leads nowhere but to another place of the same page.
 */
export function sealedPage(html: string): string {
  const page = new DOMParser().parseFromString(asSealed(html), 'text/html');
  // It is read as elements here, and would be as text in the frame: what looks harmless in it need not be so there.
  for (const element of page.querySelectorAll('noscript')) element.replaceWith(...element.childNodes);
  for (const element of page.querySelectorAll(outward)) element.remove();
  for (const link of page.querySelectorAll('a, area')) {
    const target = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    for (const name of ['href', 'xlink:href', 'target', 'ping', 'download']) link.removeAttribute(name);
    if (target?.startsWith('#')) link.setAttribute('href', `about:srcdoc${target}`);
    else if (target && !link.hasAttribute('title')) link.setAttribute('title', target);
  }
  return asSealed(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script src="${keysScript}"></script>${page.documentElement.outerHTML}`,
  );
}

const viewerKeys = ['Escape', 'ArrowLeft', 'ArrowRight', 'f'];
/** The key that a frame tells of, or null for whatever else it may say. */
export const keyOf = (said: unknown): string | null =>
  viewerKeys.find((key) => typeof said === 'object' && said !== null && 'viewerKey' in said && said.viewerKey === key) ?? null;
