import { Beyond } from './bounds.ts';

export type Answer = { made: unknown } | { beyond: Pick<Beyond, 'bound' | 'limit' | 'row' | 'column'> } | { failed: string };

/** What `throughProcess` was told about the work. */
export const about = <About>(): About => JSON.parse(process.argv[2]!) as About;

/** The other end of `throughProcess`: takes all pieces, and then gives away what it makes of them, one for each time it is asked. */
export function takeThenGive<Given, Made>(take: (piece: Given) => void, make: () => Promise<Iterator<Made>>): void {
  let made: Iterator<Made> | undefined;
  const answerTo = async (piece: Given | null): Promise<unknown> => {
    if (piece !== null) return take(piece);
    const { value, done } = (made ??= await make()).next();
    return done ? null : value;
  };
  process.on('message', async ({ question }: { question: Given | null }) => process.send!(await answered(answerTo(question))));
}

async function answered(answer: Promise<unknown>): Promise<Answer> {
  try {
    return { made: await answer };
  } catch (error) {
    if (!(error instanceof Beyond)) return { failed: String(error) };
    const { bound, limit, row, column } = error;
    return { beyond: { bound, limit, row, column } };
  }
}
