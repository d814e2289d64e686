/** The rules of the guidelines, in order. Reports, decisions and appeals store these names permanently. */
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

const RULE_NAMES: Record<GuidelineRule, string> = {
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

/** A rule's title as shown everywhere: “Rule 7. No harassment”. */
export function ruleTitle(rule: GuidelineRule): string {
  return `Rule ${GUIDELINE_RULES.indexOf(rule) + 1}. ${RULE_NAMES[rule]}`;
}

/** The title of a stored rule, which may have a name that no longer exists. */
export function storedRuleTitle(rule: string): string {
  const known = GUIDELINE_RULES.find((name) => name === rule);
  return known === undefined ? rule : ruleTitle(known);
}

/** The anchor of a rule on the guidelines page. */
export function ruleAnchor(rule: GuidelineRule): string {
  return `rule-${rule}`;
}

/** The values that a document can take from the running site; its text names them in braces. */
export const SITE_SLOTS = [
  'operator',
  'operator-name',
  'named',
  'country',
  'email',
  'dmca-agent',
  'replies',
  'proof-of-age',
] as const;
export type SiteSlot = (typeof SITE_SLOTS)[number];
