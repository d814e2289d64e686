/** The rules of the guidelines, in their order. Reports, decisions and appeals name them by these words for ever. */
export const GUIDELINE_RULES = [
  'adults-only',
  'real-harm',
  'extreme-violence',
  'hate',
  'illegal',
  'own-work',
  'harassment',
  'malware',
  'impersonation',
  'tags',
  'fair-play',
  'kindness',
] as const;
export type GuidelineRule = (typeof GUIDELINE_RULES)[number];

const names: Record<GuidelineRule, string> = {
  'adults-only': 'Every character is an adult',
  'real-harm': 'No harm to real people',
  'extreme-violence': 'No extreme violence',
  hate: 'No hate',
  illegal: 'Nothing illegal',
  'own-work': 'Your own work',
  harassment: 'No harassment',
  malware: 'No malware, no traps',
  impersonation: 'No impersonation',
  tags: 'Truthful tags and titles',
  'fair-play': 'Fair play',
  kindness: 'Kindness',
};

/** A rule as it is named everywhere: “Rule 7. No harassment”. */
export function ruleTitle(rule: GuidelineRule): string {
  return `Rule ${GUIDELINE_RULES.indexOf(rule) + 1}. ${names[rule]}`;
}

/** The same of what was stored, where a rule may once have had another name. */
export function storedRuleTitle(rule: string): string {
  const known = GUIDELINE_RULES.find((one) => one === rule);
  return known === undefined ? rule : ruleTitle(known);
}

/** Where on the page of the guidelines a rule stands. */
export function ruleAnchor(rule: GuidelineRule): string {
  return `rule-${rule}`;
}

/** What a document may take from the running site, by the names that stand in its text in braces. */
export const SITE_SLOTS = [
  'operator',
  'operator-name',
  'named',
  'country',
  'email',
  'dmca-agent',
  'replies',
] as const;
export type SiteSlot = (typeof SITE_SLOTS)[number];
