import { formatDate } from '#ui/dates.ts';
import type { CaseDetail } from '../contract/cases.ts';
import { suggestedMeasure } from '../rules.ts';

/** The strikes with the measure that fits them, and unfounded notices. */
export function strikeFacts(
  { strike_ends, unfounded_notices }: NonNullable<CaseDetail['author']>,
  strikes: number,
): [string, string][] {
  const facts: [string, string][] = [];
  if (strike_ends !== null) {
    facts.push(['Strikes', `${strikes}; the oldest ends ${formatDate(strike_ends)}`]);
    facts.push(['Suggested', suggestedMeasure(strikes)]);
  }
  if (unfounded_notices > 0) facts.push(['Unfounded reports', `${unfounded_notices} within a year`]);
  return facts;
}
