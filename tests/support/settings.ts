import type { LiveSettings, LiveValues } from '#platform/settings/live-settings.ts';
import type { Operator } from '#platform/settings/operator.ts';

/** The operator of a site whose settings name none. */
export const unnamedOperator: Operator = {
  name: undefined,
  address: [],
  email: undefined,
  country: undefined,
  dmcaAgent: [],
  readsReplies: false,
};

/** Settings that nobody changes. */
export function fixedSettings(values: LiveValues): LiveSettings {
  const inert = { reload: async () => {}, onChange: () => {}, purge: () => {}, clear: () => {} };
  return { values, defaults: values, givenVariables: [], ...inert };
}
