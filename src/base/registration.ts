/** The operator lets everybody register, those with an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATION_MODES)[number];
