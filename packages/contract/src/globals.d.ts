/** The few globals that browsers and Node share and that the ES library does not declare. */
declare global {
  function btoa(binary: string): string;
  function atob(base64: string): string;
  class TextEncoder {
    encode(text: string): Uint8Array<ArrayBuffer>;
  }
  class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
    decode(bytes: Uint8Array): string;
  }
}
export {};
