import type { SiteFacts } from '../contract/site.ts';
import { DmcaAgent, MailLink, OperatorDetails } from '../parts/operator-details.tsx';
import type { Slots } from './render-passages.tsx';

/** The values of the documents' slots; null for an unknown one. */
export function slotsForSite({ operator, reads_replies, proves_age }: SiteFacts): Slots {
  const { name, address, email, country, dmca_agent } = operator;
  return {
    operator: <OperatorDetails operator={operator} />,
    'operator-name': name ?? 'the operator of this site',
    named: name !== null || address.length > 0 || email !== null,
    country,
    email: email === null ? null : <MailLink address={email} />,
    'dmca-agent': dmca_agent.length === 0 ? null : <DmcaAgent agent={dmca_agent} />,
    replies: reads_replies,
    'proof-of-age': proves_age === true,
  } satisfies Required<Slots>;
}
