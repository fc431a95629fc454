import { randomUUID } from 'node:crypto';
import { LogController, fastify } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AnswersAhead } from './answers-ahead.ts';
import { endAbandonedBodies } from './body.ts';
import { setCommonHeaders } from './common-headers.ts';
import { RequestLog } from './request-log.ts';
import { refuseUnreadable, sendFailure } from './errors.ts';
import { refuseWhileStopping } from './refuse-while-stopping.ts';
import { endSlowReaders } from './slow-readers.ts';
import { dropUnusedAtClose } from './unused-connections.ts';

const connectionTimes = {
  keepAliveTimeout: 75_000,
  // An upload part may take 15 minutes. Every body has its own time limit, see body.ts and the storage host.
  requestTimeout: 0,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5000,
};

/** The HTTP server, without any routes. */
export function createServer(options: { logger: Logger; trustProxy: string[]; stretchMs?: number }): FastifyInstance {
  const answersAhead = new AnswersAhead();
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    childLoggerFactory: (logger, fields) => new RequestLog(logger, fields) as unknown as FastifyBaseLogger,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: (request) => traceIdOf(request.headers.traceid),
    serverFactory: (framework) => answersAhead.createServer(connectionTimes, framework),
    forceCloseConnections: 'idle',
    // refuseWhileStopping answers requests on connections that stay open.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance;
  app.decorate('answersAhead', answersAhead);
  app.setErrorHandler(sendFailure);
  app.addHook('onRequest', (request, reply, next) => {
    setCommonHeaders(request, reply);
    next();
  });
  refuseWhileStopping(app);
  dropUnusedAtClose(app);
  endAbandonedBodies(app);
  endSlowReaders(app, options.stretchMs);
  // Each answer is logged then, by the hook below.
  answersAhead.onlyWhile(() => !options.logger.isLevelEnabled('debug'));
  app.addHook('onResponse', (request, reply, next) => {
    if (request.log.level === 'debug' || request.log.level === 'trace')
      request.log.debug(
        { method: request.method, url: request.url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
        'answered',
      );
    next();
  });
  return app;
}

function traceIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[0-9A-Za-z-]{8,64}$/.test(header) ? header : randomUUID().replaceAll('-', '');
}
