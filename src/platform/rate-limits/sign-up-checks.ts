import '../server-only.ts';

/** The checks on the form for signing up, and this process's refusals by reason. */
export interface SignUpChecks {
  /** The least time between opening the form and sending it; 0: any. */
  readonly minSeconds: number;
  readonly refused: Record<'trap' | 'haste', number>;
}

export function signUpChecks(minSeconds: () => number): SignUpChecks {
  return {
    get minSeconds() {
      return minSeconds();
    },
    refused: { trap: 0, haste: 0 },
  };
}
