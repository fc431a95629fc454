// The schemas of the calls are read, never compiled: compiling needs eval, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

// Sets the chosen color scheme and language before anything paints. A file of its own, because inline scripts are forbidden.
{
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
    language = localStorage.getItem('alcove-language');
  } catch {
    // Storage is forbidden: the system's scheme and the browser's language.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  // As `storedLanguage` in `i18n/stored-language.ts`.
  if (language !== 'en-US' && language !== 'zh-CN') language = /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en-US';
  root.lang = language;
}
