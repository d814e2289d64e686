/** The parameter of a list that tells that the default filter was applied: what the reader then removes stays removed. */
export const DEFAULT_APPLIED = { name: 'default_filter', value: 'applied' } as const;
