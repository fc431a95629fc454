import { OutgoingError } from '../outgoing/index.ts';
import { elementLength } from './ber.ts';

/** No entry, and no other message, is larger. */
export const mostMessageBytes = 256 * 1024;

const sequence = 0x30;

/** Cuts what comes over a connection into whole messages. A message that would be too large is refused when its length is read. */
export function openFrames(): {
  /** Throws OutgoingError. */
  add(chunk: Buffer): Buffer[];
  /** Whether a message has begun that is not whole yet. */
  isOpen(): boolean;
} {
  const chunks: Buffer[] = [];
  let [held, needed] = [0, 2];
  return {
    isOpen: () => held > 0,
    add(chunk) {
      chunks.push(chunk);
      held += chunk.length;
      // Joined only when they are enough, so that a message in many small chunks is not copied again for each.
      if (held < needed) return [];
      let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const messages: Buffer[] = [];
      for (;;) {
        if (bytes.length > 0 && bytes[0] !== sequence) throw new OutgoingError('the answer is not LDAP');
        const length = elementLength(bytes);
        if ((length ?? 0) > mostMessageBytes) throw new OutgoingError('the answer is too large');
        needed = length ?? bytes.length + 1;
        if (length === null || length > bytes.length) break;
        messages.push(bytes.subarray(0, length));
        bytes = bytes.subarray(length);
      }
      chunks.splice(0, chunks.length, ...(bytes.length > 0 ? [bytes] : []));
      held = bytes.length;
      return messages;
    },
  };
}
