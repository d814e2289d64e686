/** The actions that a ban of a network refuses; each includes those before it. */
export const BAN_SCOPES = ['sign-up', 'writing', 'everything'] as const;
export type BanScope = (typeof BAN_SCOPES)[number];
