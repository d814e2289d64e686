import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { ContactAboutData } from '../components/contact-data.tsx';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';
import type { SiteFacts } from '../contract.ts';
import { DmcaAgent, MailLink, OperatorDetails } from '../parts/operator-details.tsx';

const title = 'Contact';
const description =
  'How to reach the people who run Nightstand, by topic: reports, copyright and legal notices, appeals, account trouble, data requests and security.';
const path = urls.contact();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function ContactPage() {
  const { operator, reads_replies } = useLoaderData() as SiteFacts;
  const { email, dmca_agent } = operator;
  const isNamed = operator.name !== null || operator.address.length > 0 || email !== null;
  return (
    <DocumentPage
      title={title}
      lead="Pick your topic. Each way below reaches somebody who can act on it."
      path={path}
    >
      <DocumentSection id="operator" title="Who runs this site">
        <OperatorDetails operator={operator} />
        {isNamed ? null : (
          <p>No name or postal address is given for the operator. The forms below reach the moderators.</p>
        )}
        {email === null ? null : (
          <p>
            Readers, authors and authorities can write to <MailLink address={email} /> about anything. For
            most matters the ways below are quicker, because they arrive together with the text they concern.
          </p>
        )}
        <p>
          Many questions are answered already in <a href="/help">Help</a> and in the <a href="/faq">FAQ</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="report" title="A story or an author breaks the rules">
        <p>
          <a href={urls.login()}>Log in</a>, open the story’s options menu and choose “Report Story”, or
          choose “Report Author” on the author’s page. Say which of the <a href="/guidelines">guidelines</a>{' '}
          it is about and where in the text. Moderators see the report beside the story.
        </p>
        <p>
          Or <a href={urls.report()}>report without an account</a>: the address of the page, the reason, and
          an e-mail address if you want to hear what was decided. You get a reference number.
        </p>
      </DocumentSection>

      <DocumentSection id="minors" title="A minor is concerned">
        <p>
          If a story shows a person under 18 in a sexual context, report it as above and begin the text with
          “Rule 1”. If you believe that somebody under age uses the site, report the author’s page; a parent
          or guardian needs no account for it.
        </p>
        <p>
          If a child is in danger now, please call the police where you are first. They can act at once; we
          cannot.
        </p>
      </DocumentSection>

      <DocumentSection id="legal" title="Copyright, trade marks and other legal matters">
        <p>
          Send the <a href={urls.takedownRequest()}>takedown form</a>. It asks for what the law requires of a
          valid notice, a postal address and a declaration among it, needs no account, and sends you a receipt
          by mail; the moderators are told of it at the same time. Section 6 of the{' '}
          <a href="/terms#dmca">terms</a> explains notices and counter-notices. Authorities and courts can use
          the same form with the type “Other Legal Concern” to open a correspondence.
        </p>
        {dmca_agent.length === 0 ? null : (
          <>
            <p>Our designated agent for copyright notices:</p>
            <DmcaAgent agent={dmca_agent} />
          </>
        )}
      </DocumentSection>

      <DocumentSection id="appeal" title="You disagree with a decision">
        <p>
          Follow the link in the mail that told you of the decision, or open{' '}
          <a href={urls.decisions()}>your decisions</a>. Say there what was overlooked or what you have
          changed. Your appeal reaches the people who can change the decision, together with the case. The{' '}
          <a href="/guidelines#appeals">guidelines</a> describe what happens then.
        </p>
        <p>
          If you reported something without an account and disagree with what was decided, report it again and
          say what was overlooked.
        </p>
      </DocumentSection>

      <DocumentSection id="account" title="Trouble with your account">
        <ul>
          <li>
            <strong>Forgotten password:</strong> <a href={urls.resetPassword()}>reset it</a> by mail.
          </li>
          <li>
            <strong>No verification mail:</strong> look in the spam folder, then ask for another under{' '}
            <a href={urls.profile('settings')}>Account Settings</a> in your profile. We send only a few mails
            a day to one address, so please leave a little time between tries.
          </li>
          <li>
            <strong>Somebody else is in your account:</strong> change the{' '}
            <a href={urls.profile('settings')}>password</a> at once, which ends all other sessions. If you
            cannot log in any more, a <a href={urls.resetPassword()}>reset</a> ends them all.
          </li>
          <li>
            <strong>A mail you did not ask for:</strong> somebody has probably mistyped an address. Without
            the link in it nothing happens, and you can ignore it.
          </li>
        </ul>
      </DocumentSection>

      <DocumentSection id="data" title="Your data">
        <ContactAboutData email={email} readsReplies={reads_replies} />
      </DocumentSection>

      <DocumentSection id="newsletter" title="The newsletter">
        <p>
          Each issue carries a link that unsubscribes you, and most mail programs show a button for it as
          well. No login is needed. Without an issue at hand, the page to{' '}
          <a href={urls.newsletterUnsubscribe()}>unsubscribe</a> sends you a link. If you never confirmed a
          subscription, you are not subscribed.
        </p>
      </DocumentSection>

      <DocumentSection id="security" title="Security problems">
        <p>
          Please tell us before you tell the world. <a href="/.well-known/security.txt">security.txt</a> says
          where to send a report about this site. The software behind it comes with a security policy of its
          own, the file <code>SECURITY.md</code> in its source. Use only accounts and stories of your own to
          test, do not read, change or delete what belongs to others, and do not slow the site down.
        </p>
        {email === null ? (
          <p>
            You can also send the <a href={urls.takedownRequest()}>takedown form</a> with the type “Other
            Legal Concern”, say that it is about security, and leave out the details until we answer.
          </p>
        ) : (
          <p>
            You can also write to <MailLink address={email} />; leave out the details until we answer.
          </p>
        )}
      </DocumentSection>

      <DocumentSection id="not-here" title="What we cannot do">
        <p>
          We do not pass messages to authors, disclose who is behind a username, change a username, or bring
          back a story or an account that its owner has deleted. This is not unwillingness: some of it we must
          not do, and the rest is gone.
        </p>
      </DocumentSection>
    </DocumentPage>
  );
}
