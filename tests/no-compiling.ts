/** zod probes whether it may use eval. The page's CSP forbids that and the test counts every violation, so the probe is turned off. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
