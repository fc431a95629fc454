import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test, type Page, type TestInfo } from '@playwright/test';
import type axe from 'axe-core';
import { isItsTurn } from '../apps/server/src/testing/thorough.ts';

type Impacts = readonly string[] | null;
/** Half as long as `axe.source`, which the browser parses anew in every document. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const serious: Impacts = ['serious', 'critical'];

/** Serious accessibility violations of the page, or of one part of it: each as the rule and the start of the element's HTML. */
export const faults = (page: Page, part?: string): Promise<string[]> => found(page, part, serious);

/** The same, including minor violations. */
export const everyFault = (page: Page, part?: string): Promise<string[]> => found(page, part, null);

/** Violations of the current state in dark and in light colors. A color says nothing about names and roles, so these are checked once. */
export const faultsInBothColors = (page: Page): Promise<string[]> => inBothColors(page, serious);
export const everyFaultInBothColors = (page: Page): Promise<string[]> => inBothColors(page, null);

async function inBothColors(page: Page, impacts: Impacts): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await found(page, undefined, impacts);
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await found(page, undefined, impacts, ['color-contrast', 'link-in-text-block']);
  return [...inDark.map((fault) => `dark: ${fault}`), ...inLight.map((fault) => `light: ${fault}`)];
}

/** Every second check of a test runs, the others with another commit: a screen changes less often than that, and its colors even less. */
const oneIn = 2;
const checksOf = new WeakMap<TestInfo, number>();

function isLookedAtNow(): boolean {
  const info = test.info();
  const before = checksOf.get(info) ?? 0;
  checksOf.set(info, before + 1);
  return isItsTurn(info.line + before, oneIn); // the line, so that tests with a single check do not all wait for the same commit
}

/**
 * Runs axe inside the page and returns only violations. @axe-core/playwright takes ten times as long, because it opens another page per
 * check to merge the results of all frames, passed rules included. This function does not look into frames, so it throws on pages with
 * frames. It reads no style sheet for axe: that takes a third of the time, and no rule that is on uses one.
 */
async function found(page: Page, part: string | undefined, impacts: Impacts, rules?: readonly string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('what is in a frame would not be looked at');
  await atRest(page);
  if (!isLookedAtNow()) return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([within, counted, runOnly]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, {
        resultTypes: ['violations'],
        preload: false,
        ...(runOnly && { runOnly: [...runOnly] }),
      });
      return violations
        .filter(({ impact }) => counted === null || counted.includes(impact!))
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    },
    [part ?? null, impacts, rules] as const,
  );
}

const stillFrames = 5;
/** Waits until entrance animations have ended, because a fading element has less contrast. It does not wait for endless animations. */
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
