const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** How many columns a line takes in a fixed-width face, where Chinese characters take two and a tab up to four. */
export const columnsOf = (line: string): number => line.length + (line.match(wide)?.length ?? 0) + 3 * (line.match(/\t/g)?.length ?? 0);
