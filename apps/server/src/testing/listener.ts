import { setTimeout as sleep } from 'node:timers/promises';
import { eventsPath } from '@alcove/contract';
import type { LiveEvent } from '@alcove/contract';
import type { Client } from './client.ts';

/** A listener to live events, as a browser's EventSource is one. */
export class Listener {
  readonly heard: LiveEvent[] = [];
  readonly response: Response;
  /** When the server ended or cut the stream. */
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();

  private constructor(response: Response, stop: AbortController) {
    this.response = response;
    this.#stop = stop;
    this.ended = this.#read().catch(() => {});
  }

  static async of(client: Client): Promise<Listener> {
    const stop = new AbortController();
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(client.origin + eventsPath, { headers: { cookie }, signal: stop.signal });
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
    return new Listener(response, stop);
  }

  /** The folders reported so far. */
  get folders(): string[] {
    return this.heard.flatMap((one) => (one.event === 'listChanged' ? one.folderIds : []));
  }

  /** Waits until `fits` returns true for what was received. */
  async until(fits: (listener: this) => boolean, withinMs = 5000): Promise<void> {
    const late = performance.now() + withinMs;
    while (!fits(this)) {
      if (performance.now() > late) throw new Error(`not heard within ${withinMs} ms; heard: ${JSON.stringify(this.heard).slice(0, 500)}`);
      await sleep(5);
    }
  }

  leave(): void {
    this.#stop.abort();
  }

  async #read(): Promise<void> {
    let text = '';
    for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? [];
        if (event && data) this.heard.push({ event, ...JSON.parse(data) } as LiveEvent);
      }
    }
  }
}
