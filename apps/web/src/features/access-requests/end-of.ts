/** How long a grant lasts. */
export const validities = ['days3', 'week1', 'month1', 'months3', 'custom', 'forever'] as const;
export type Validity = (typeof validities)[number];

const days = { days3: 3, week1: 7 } as const;
const months = { month1: 1, months3: 3 } as const;

/** The same day of a later month, or that month's last day. */
function monthsAfter(now: Date, count: number): Date {
  const end = new Date(now);
  end.setMonth(end.getMonth() + count);
  if (end.getDate() !== now.getDate()) end.setDate(0);
  return end;
}

/**
 * When a grant ends; undefined: never; null: no date chosen yet. `date` is `YYYY-MM-DD` and includes that whole day in the reader's time
 * zone.
 */
export function endOf(validity: Validity, date: string | null, now: Date): Date | undefined | null {
  switch (validity) {
    case 'forever':
      return undefined;
    case 'days3':
    case 'week1': {
      const end = new Date(now);
      end.setDate(end.getDate() + days[validity]);
      return end;
    }
    case 'month1':
    case 'months3':
      return monthsAfter(now, months[validity]);
    case 'custom': {
      const end = date === null ? null : new Date(`${date}T23:59:59`);
      return end && end > now ? end : null;
    }
    default:
      return validity satisfies never;
  }
}
