/** A pass that takes no longer leaves so little that the rest can follow while changes are held. */
const littleMs = 10_000;
/** A pass that takes more than this share of the one before leaves no less to the next. */
const leastGain = 0.8;

/** Repeats a copy until little is left, or a pass leaves no less than the one before: then changes arrive as fast as they are copied. */
export async function untilLittleIsLeft(pass: () => Promise<void>): Promise<void> {
  for (let [took, before] = [Infinity, Infinity]; ;) {
    const began = performance.now();
    await pass();
    [before, took] = [took, performance.now() - began];
    if (took < littleMs || took > before * leastGain) return;
  }
}
