import '../server-only.ts';
import type { HeldMail } from './mail-store.ts';

/** Why a mail was not delivered. */
export interface DeliveryProblem {
  /** Codes only: the words of mail servers often hold the address. */
  codes: string;
  /** There is nobody at this address: no later try will be better. */
  isPermanent: boolean;
}

/** Where mails go: to a mail server, or into files. */
export interface Delivery {
  /** Hands a mail over, and gives up when the signal says so. */
  deliver(mail: HeldMail, signal: AbortSignal): Promise<DeliveryProblem | undefined>;
  close(): void;
}
