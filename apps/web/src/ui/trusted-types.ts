/**
 * The page's CSP (`require-trusted-types-for`, in the server's `web-app.ts`) blocks strings as markup or script addresses. This file holds
 * every exception; the server lists these policy names, so that nobody can create another policy.
 */
interface Rules {
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/** Typed to return a string, because callers assign it where the DOM types expect one. */
interface Policy {
  createHTML(text: string): string;
}

const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Partial<Rules>): Policy } }).trustedTypes;

/** Markup that libraries write, verbatim: a style that suppresses color transitions, and a named character from Markdown. */
const stillColors = '*, *::before, *::after {transition: none !important;}';
const namedCharacter = /^&[0-9A-Za-z]{1,40};$/;

/** Only workers get their script address from a script, and all of them are part of this build. */
const built = `${location.origin}${import.meta.env.BASE_URL}assets/`;

/** The default policy, for libraries and workers, which name none. */
types?.createPolicy('default', {
  createHTML: (text) => (text === stillColors || namedCharacter.test(text) ? text : null),
  createScriptURL: (address) => (new URL(address, location.href).href.startsWith(built) ? address : null),
});

/** Only for `sealed-page.ts`: a file that is parsed apart from the page and shown in a sandboxed frame. */
const sealed = types?.createPolicy('sealed-page', { createHTML: (text) => text });
export const asSealed = (text: string): string => sealed?.createHTML(text) ?? text;
