/** Nothing from anywhere: no script, no picture but those inside, no form. Stands before whatever the file says. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; form-action 'none'; base-uri 'none'";
const outward = 'script, base, link, meta[http-equiv], iframe, frame, object, embed, portal';

/**
 * An HTML file as it may be shown in a frame without rights. The frame's sandbox and the policy keep it from doing anything; what
 * could only end in a blocked page is taken out besides: a link leads nowhere but to another place of the same page.
 */
export function sealedPage(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(outward)) element.remove();
  for (const link of page.querySelectorAll('a, area')) {
    const target = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    for (const name of ['href', 'xlink:href', 'target', 'ping', 'download']) link.removeAttribute(name);
    if (target?.startsWith('#')) link.setAttribute('href', `about:srcdoc${target}`);
    else if (target && !link.hasAttribute('title')) link.setAttribute('title', target);
  }
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${page.documentElement.outerHTML}`;
}
