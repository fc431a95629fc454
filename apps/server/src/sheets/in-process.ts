import { Beyond } from './bounds.ts';

export type Answer = { made: unknown } | { beyond: Pick<Beyond, 'bound' | 'limit' | 'row' | 'column'> } | { failed: string };

/** What `throughProcess` was told about the work. */
export const about = <About>(): About => JSON.parse(process.argv[2]!) as About;

/** The other end of `throughProcess`: takes all pieces, and then gives away what it makes of them, one for each time it is asked. */
export function takeThenGive<Given, Made>(take: (piece: Given) => void, make: () => Iterator<Made>): void {
  let made: Iterator<Made> | undefined;
  const answerTo = (piece: Given | null): unknown => {
    if (piece !== null) return take(piece);
    const { value, done } = (made ??= make()).next();
    return done ? null : value;
  };
  process.on('message', ({ question }: { question: Given | null }) => process.send!(answered(() => answerTo(question))));
}

function answered(answer: () => unknown): Answer {
  try {
    return { made: answer() };
  } catch (error) {
    if (!(error instanceof Beyond)) return { failed: String(error) };
    const { bound, limit, row, column } = error;
    return { beyond: { bound, limit, row, column } };
  }
}
