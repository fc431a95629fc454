/** How often the session is checked again while bytes are sent. */
const recheckMs = 1000;

/** Throws the error of `check`, so that the client never takes a part for the whole. */
export async function* rechecked<Chunk>(bytes: AsyncIterable<Chunk>, check: () => Promise<unknown>): AsyncGenerator<Chunk> {
  let checkedAt = performance.now();
  for await (const chunk of bytes) {
    if (performance.now() - checkedAt > recheckMs) {
      await check();
      checkedAt = performance.now();
    }
    yield chunk;
  }
}
