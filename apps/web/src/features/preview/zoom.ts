/** The position of an image on the stage. Pure. `scale` 1 is one image pixel per CSS pixel; null means fit to the stage. */
export interface Lie {
  scale: number | null;
  /** Quarter turns clockwise, 0 to 3. */
  turns: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export const fitting: Lie = { scale: null, turns: 0, x: 0, y: 0 };

const steps = [0.05, 0.1, 0.15, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8];
const epsilon = 0.001;

/** At most 1: a small image is not enlarged. */
export function fitScale(picture: Size, stage: Size, turns: number): number {
  const lying = turns % 2 === 1;
  const width = lying ? picture.height : picture.width;
  const height = lying ? picture.width : picture.height;
  if (width <= 0 || height <= 0) return 1;
  return Math.min(1, stage.width / width, stage.height / height);
}

/** The next zoom step up or down. */
export function stepped(scale: number, direction: 1 | -1): number {
  if (direction === 1) return steps.find((step) => step > scale + epsilon) ?? scale;
  return steps.findLast((step) => step < scale - epsilon) ?? scale;
}

/** Zooms around the pointer, which keeps its point of the image. `at` is relative to the center of the stage. */
export function zoomedAt(lie: Lie, from: number, to: number, at: { x: number; y: number }): Lie {
  const ratio = to / from;
  return { ...lie, scale: to, x: at.x - (at.x - lie.x) * ratio, y: at.y - (at.y - lie.y) * ratio };
}

export const turned = (lie: Lie, by: 1 | -1): Lie => ({ scale: null, turns: (lie.turns + by + 4) % 4, x: 0, y: 0 });
