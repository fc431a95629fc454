/*
 * The one script that runs in the frame of an HTML file: while the page in it has the keyboard, the viewer around it hears the keys
 * that are the viewer's own. It is told which key, and nothing of the page.
 */
addEventListener(
  'keydown',
  (event) => {
    const field = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (event.key === 'Escape' || (!field && !modified && ['ArrowLeft', 'ArrowRight', 'f'].includes(event.key)))
      parent.postMessage({ viewerKey: event.key }, '*');
  },
  true,
);
