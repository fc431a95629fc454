/** zod asks whether it may compile; this page's policy forbids that, and the test counts each time that it has to. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
