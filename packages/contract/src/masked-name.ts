/**
 * A colleague's name for people outside the company: the first character and two asterisks (specification 1 section 1). How long the name is is not told
 * either.
 */
export const maskedName = (name: string): string => {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first ? `${first.segment}**` : '**';
};
