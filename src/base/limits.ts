interface Limit {
  /** In force without a change. */
  shipped: number;
  least: number;
  most: number;
}

/** The limits that admins change while the site runs, by the names of their settings. */
export const LIMITS = {
  new_account_days: { shipped: 3, least: 1, most: 90 },
  new_account_stories: { shipped: 5, least: 1, most: 20 },
  new_account_chapters: { shipped: 50, least: 1, most: 300 },
  new_account_comments: { shipped: 20, least: 1, most: 1_000 },
  member_comments: { shipped: 100, least: 1, most: 1_000 },
  member_imports: { shipped: 60, least: 1, most: 1_000 },
  member_invitations: { shipped: 5, least: 0, most: 100 },
  network_sign_ups: { shipped: 5, least: 1, most: 1_000 },
  guest_reports: { shipped: 10, least: 1, most: 1_000 },
  stranger_requests: { shipped: 600, least: 1, most: 1_000_000 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

export function limitsFrom(limitOf: (name: LimitName) => number): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitOf(name)])) as Record<LimitName, number>;
}

export const shippedLimits: Limits = limitsFrom((name) => LIMITS[name].shipped);

export const isLimitName = (name: string): name is LimitName => name in LIMITS;
