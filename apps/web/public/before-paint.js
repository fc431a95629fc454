// The schemas of the calls are read, never compiled: compiling needs eval, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

// Sets the chosen color scheme and language before anything paints. A file of its own, because inline scripts are forbidden.
{
  const root = document.documentElement;
  let scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
    if (localStorage.getItem('alcove-language') === 'en-US') root.lang = 'en-US';
  } catch {
    // Storage is forbidden: the system's scheme and Chinese.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
