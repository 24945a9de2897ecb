/** Specification, section 9. */
export const optionLimit = 1000;

/** How one kind of option is read by the dropdown. */
export type OptionTexts<Option> = {
  /** What stands in the field once chosen, and what results are sorted by the length of. */
  labelOf: (option: Option) => string;
  /** Every text that typing is compared with. */
  searchedIn: (option: Option) => readonly string[];
};

/** Finds what was typed, in any letter case; null when nothing was. */
export function matcherOf(typed: string): RegExp | null {
  const text = typed.trim();
  return text === '' ? null : new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
}

/**
 * The options to show: all in their own order while nothing is typed, else those that match, the
 * shortest label first (specification, section 2) and equals in their own order.
 */
export function shownOptions<Option>(
  options: readonly Option[],
  matcher: RegExp | null,
  { labelOf, searchedIn }: OptionTexts<Option>,
): readonly Option[] {
  if (matcher === null) return options.slice(0, optionLimit);
  return options
    .filter((option) => searchedIn(option).some((text) => matcher.test(text)))
    .sort((a, b) => labelOf(a).length - labelOf(b).length)
    .slice(0, optionLimit);
}
