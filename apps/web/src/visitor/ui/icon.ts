export const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
