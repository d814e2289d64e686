import '../server-only.ts';
import type { ReservedMail } from './mail-store.ts';

/** The reason why a mail was not delivered. */
export interface DeliveryProblem {
  /** Codes only, because mail servers' messages often hold the address. */
  codes: string;
  /** The address does not exist, so a retry can't succeed. */
  isPermanent: boolean;
  /** The mail server has refused the address itself, rather than us or the mail. */
  isRefusedAddress: boolean;
}

/** Delivers mails to a mail server or into files. */
export interface Delivery {
  /** Hands a mail over; gives up when the signal aborts. */
  deliver(mail: ReservedMail, signal: AbortSignal): Promise<DeliveryProblem | undefined>;
  close(): void;
}
