/**
 * Playwright takes a stack trace for each of its calls, and asks for the source map of each frame: a tenth of what a worker's process costs.
 * Node only removes the types, so each frame is where it says already.
 */
Reflect.deleteProperty(Error, 'prepareStackTrace');
