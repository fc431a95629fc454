import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';

/** Answers a request and returns the route that it would have taken, or returns null. */
export type AnswerAhead = (request: IncomingMessage, response: ServerResponse) => string | null;

declare module 'fastify' {
  interface FastifyInstance {
    answersAhead: AnswersAhead;
  }
}

/**
 * Answers that are given before the framework sees the request, because its routing and hooks would cost more than the rest. Whoever gives
 * them keeps the rules of all hooks. They are counted like all others.
 */
export class AnswersAhead {
  #answer: AnswerAhead = () => null;
  readonly #conditions: (() => boolean)[] = [];
  readonly #listeners: ((route: string, status: number, ms: number) => void)[] = [];

  offer(answer: AnswerAhead): void {
    this.#answer = answer;
  }

  /** While one of the conditions does not hold, the framework answers everything. */
  onlyWhile(condition: () => boolean): void {
    this.#conditions.push(condition);
  }

  /** The listener is called when an answer was sent, or its connection ended. */
  whenAnswered(listener: (route: string, status: number, ms: number) => void): void {
    this.#listeners.push(listener);
  }

  /** For the framework's `serverFactory`. */
  readonly createServer = (options: ServerOptions, framework: RequestListener): Server =>
    createServer(options, (request, response) => {
      if (!this.#answers(request, response)) framework(request, response);
    });

  #answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#conditions.every((holds) => holds())) return false;
    const began = performance.now();
    const route = this.#answer(request, response);
    if (route === null) return false;
    response.once('close', () => {
      const ms = performance.now() - began;
      for (const listener of this.#listeners) listener(route, response.statusCode, ms);
    });
    return true;
  }
}
