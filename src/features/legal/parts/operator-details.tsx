import type { SiteFacts } from '../contract/site.ts';
import styles from './operator-details.module.css';

export type OperatorFacts = SiteFacts['operator'];

/** Name, postal address and email address of the operator, as far as they are set. */
export function OperatorDetails({ operator }: { operator: OperatorFacts }) {
  const { name, address, country, email } = operator;
  const lines = [name, ...address, isIn(address, country) ? null : country].filter((line) => line !== null);
  if (lines.length === 0 && email === null) return null;
  return <Lines lines={lines}>{email === null ? null : <MailLink address={email} />}</Lines>;
}

/** Many addresses end with the country already. */
function isIn(address: string[], country: string | null): boolean {
  return address.at(-1)?.toLowerCase() === country?.toLowerCase();
}

/** The agent for copyright notices. One of the lines may be an email address or telephone number. */
export function DmcaAgent({ agent }: { agent: string[] }) {
  return <Lines lines={agent} />;
}

/** A mail link that works without script; its text is the address, for readers without a mail program. */
export function MailLink({ address }: { address: string }) {
  return <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a>;
}

function Lines({ lines, children = null }: { lines: string[]; children?: React.ReactNode }) {
  return (
    <address className={styles.lines}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change, and two may be alike
        <span key={index}>{isMailAddress(line) ? <MailLink address={line} /> : line}</span>
      ))}
      {children === null ? null : <span>{children}</span>}
    </address>
  );
}

/** Whether a line is just a mail address; a wrong guess would only turn it into a link. */
function isMailAddress(line: string): boolean {
  const [name, host, ...rest] = line.split('@');
  return Boolean(name) && Boolean(host?.includes('.')) && rest.length === 0 && !/[\s:,;]/.test(line);
}
