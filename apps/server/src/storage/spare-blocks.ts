import { whenIdle } from '../when-idle.ts';

/**
 * Memory that is used again, so that there is almost nothing to collect. What nobody used for some seconds is freed. So is, at once, what more than
 * `most` needed at one time: V8 would keep it until it collects, which may take minutes in a quiet process.
 */
export function spareBlocks(size: number, most: number): { take(): ArrayBuffer; give(block: ArrayBuffer): void } {
  const spare: ArrayBuffer[] = [];
  const used = whenIdle(() => spare.splice(0).forEach((block) => void block.transfer(0)));
  return {
    take: () => spare.pop() ?? Buffer.allocUnsafeSlow(size).buffer,
    give(block) {
      used();
      if (block.byteLength !== size) return;
      if (spare.length < most) spare.push(block);
      else block.transfer(0);
    },
  };
}
