import { asSealed } from '../../ui/trusted-types.ts';

/** The script in every frame that forwards the viewer's keys. */
const keysScript = `${location.origin}${import.meta.env.BASE_URL}page-keys.js`;
/** No network access: only our script, embedded images and no forms. It precedes all content of the file. */
const policy = `script-src ${keysScript}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; form-action 'none'; base-uri 'none'`;
const outward = 'script, base, link, meta[http-equiv], iframe, frame, object, embed, portal';

/**
 * An HTML file prepared for a sandboxed frame. The CSP and the sandbox block everything active; elements that would only lead to a blocked
 * page are removed as well, and links work only within the page.
 */
export function sealedPage(html: string): string {
  const page = new DOMParser().parseFromString(asSealed(html), 'text/html');
  // noscript content is parsed as elements here but as text in the frame, where it may turn out to be harmful.
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
/** The viewer key in a frame's message, or null for any other message. */
export const keyOf = (said: unknown): string | null =>
  viewerKeys.find((key) => typeof said === 'object' && said !== null && 'viewerKey' in said && said.viewerKey === key) ?? null;
