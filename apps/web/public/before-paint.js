// Sets the chosen colour scheme and language before anything paints. A file of its own, because inline scripts are forbidden.
(function () {
  var root = document.documentElement;
  var scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
    if (localStorage.getItem('alcove-language') === 'en-US') root.lang = 'en-US';
  } catch (error) {
    // Storage is forbidden: the system's scheme and Chinese.
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
