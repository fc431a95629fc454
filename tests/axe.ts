import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Serious faults of what is on screen, by rule, each with the beginning of where it is; of a part alone where one is named. */
export const faults = (page: Page, part?: string): Promise<string[]> => found(page, part, ['serious', 'critical']);

/** The same, the lesser faults too. */
export const everyFault = (page: Page, part?: string): Promise<string[]> => found(page, part, null);

/**
 * axe runs in the page itself, and tells only what it found wrong: @axe-core/playwright opens a page for each look to put the
 * results of all frames together, what is right among them, and takes ten times as long. So a frame is refused, not passed over.
 */
async function found(page: Page, part: string | undefined, impacts: string[] | null): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('what is in a frame would not be looked at');
  await atRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, counted]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => counted === null || counted.includes(impact!))
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    },
    [part ?? null, impacts] as const,
  );
}

const stillFrames = 5;
/** What opens has come to rest: what fades in has less contrast than it will. What turns for ever is not awaited. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async (frames) => {
    for (let still = 0; still < frames; still += 1) {
      await new Promise(requestAnimationFrame);
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
      if (moving.length > 0) still = 0;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  }, stillFrames);
}
