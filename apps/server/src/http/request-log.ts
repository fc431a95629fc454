import type { FastifyBaseLogger } from 'fastify';

type Entry = [fields: object, message?: string];

/**
 * The log of one request, whose entries carry its trace id. Few requests write an entry, so the logger is made for the first one.
 */
export class RequestLog {
  readonly #logger: FastifyBaseLogger;
  readonly #fields: object;
  #made: FastifyBaseLogger | undefined;

  constructor(logger: FastifyBaseLogger, fields: object) {
    this.#logger = logger;
    this.#fields = fields;
  }

  get level(): string {
    return this.#logger.level;
  }

  get #own(): FastifyBaseLogger {
    return (this.#made ??= this.#logger.child(this.#fields));
  }

  fatal(...entry: Entry): void {
    this.#own.fatal(...entry);
  }

  error(...entry: Entry): void {
    this.#own.error(...entry);
  }

  warn(...entry: Entry): void {
    this.#own.warn(...entry);
  }

  info(...entry: Entry): void {
    this.#own.info(...entry);
  }

  debug(...entry: Entry): void {
    this.#own.debug(...entry);
  }

  trace(...entry: Entry): void {
    this.#own.trace(...entry);
  }

  silent(): void {}

  child(fields: object): FastifyBaseLogger {
    return this.#own.child(fields);
  }
}
