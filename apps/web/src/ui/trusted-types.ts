/**
 * The page's own policy (`require-trusted-types-for`, the server's `web-app.ts`) lets no text become markup or the address of a script. What
 * has to all the same is named in this file, and the server names these policies: nobody can make another one.
 */
interface Rules {
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/** Typed as the text that it was, because it goes where that went. */
interface Policy {
  createHTML(text: string): string;
}

const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Partial<Rules>): Policy } }).trustedTypes;

/** What a library writes as markup, word for word: the one that keeps a change of colours from being animated, and a character of Markdown. */
const stillColours = '*, *::before, *::after {transition: none !important;}';
const namedCharacter = /^&[0-9A-Za-z]{1,40};$/;

/** Workers are the only scripts whose address a script gives, and each of them was built with this page. */
const built = `${location.origin}${import.meta.env.BASE_URL}assets/`;

/** What is written without a policy's name, by libraries and for workers. */
types?.createPolicy('default', {
  createHTML: (text) => (text === stillColours || namedCharacter.test(text) ? text : null),
  createScriptURL: (address) => (new URL(address, location.href).href.startsWith(built) ? address : null),
});

/** For `sealed-page.ts` alone: a file that is read apart from the page, and shown in a frame without rights. */
const sealed = types?.createPolicy('sealed-page', { createHTML: (text) => text });
export const asSealed = (text: string): string => sealed?.createHTML(text) ?? text;
