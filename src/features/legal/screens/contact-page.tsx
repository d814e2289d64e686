import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../parts/document-page.tsx';

const title = 'Contact';
const description =
  'How to reach the people who run Nightstand, by topic: reports, copyright and legal notices, appeals, account trouble, data requests and security.';
const path = urls.contact();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function ContactPage() {
  return (
    <DocumentPage
      title={title}
      lead="Pick your topic. Each way below reaches somebody who can act on it."
      path={path}
    >
      <DocumentSection id="how" title="How contact works here">
        <p>
          Nightstand is run by the operator of this site together with its moderators. There is no general
          mailbox and no telephone line on these pages. Instead, each matter has a way of its own, so that it
          arrives with the text it concerns. The <a href={urls.takedownRequest()}>takedown form</a>, which
          needs no account, is the most formal of them: it asks for a postal address and a declaration,
          because legal notices need both. Many questions are answered already in <a href="/help">Help</a> and
          in the <a href="/faq">FAQ</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="report" title="A story or an author breaks the rules">
        <p>
          <a href={urls.login()}>Log in</a>, open the story’s options menu and choose “Report Story”, or
          choose “Report Author” on the author’s page. Say which of the <a href="/guidelines">guidelines</a>{' '}
          it is about and where in the text. Moderators see the report beside the story.
        </p>
        <p>
          Without an account, use the <a href={urls.takedownRequest()}>takedown form</a> with the type “Other
          Legal Concern”.
        </p>
      </DocumentSection>

      <DocumentSection id="minors" title="A minor is concerned">
        <p>
          If a story shows a person under 18 in a sexual context, report it as above and begin the text with
          “Rule 1”. If you believe that somebody under age uses the site, report the author’s page, or, as a
          parent or guardian without an account, send the <a href={urls.takedownRequest()}>takedown form</a>{' '}
          with the type “Other Legal Concern” and the username.
        </p>
        <p>
          If a child is in danger now, please call the police where you are first. They can act at once; we
          cannot.
        </p>
      </DocumentSection>

      <DocumentSection id="legal" title="Copyright, trade marks and other legal matters">
        <p>
          Send the <a href={urls.takedownRequest()}>takedown form</a>. It asks for what the law requires of a
          valid notice, needs no account, and sends you a receipt by mail; the moderators are told of it at
          the same time. Section 6 of the <a href="/terms#dmca">terms</a> explains notices and
          counter-notices. Authorities and courts can use the same form with the type “Other Legal Concern” to
          open a correspondence.
        </p>
      </DocumentSection>

      <DocumentSection id="appeal" title="You disagree with a decision">
        <p>
          Answer the mail that told you of the decision. Your answer reaches the people who can change it,
          together with the case. Write from the same address if you can, and say what was overlooked or what
          you have changed. The <a href="/guidelines#appeals">guidelines</a> describe what happens then.
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
            the link in it nothing happens, and you can leave it unanswered.
          </li>
        </ul>
      </DocumentSection>

      <DocumentSection id="data" title="Your data">
        <p>
          Your <a href={urls.profile()}>profile</a> lets you see and correct your data, export all of it, and
          delete your account with everything in it. No request to us is needed, and nobody has to approve it.
        </p>
        <p>
          For what the profile cannot do, such as an objection or a restriction, answer any mail that this
          site has sent you: we then know that the address is yours. If you have no account and have had no
          mail from us, send the <a href={urls.takedownRequest()}>takedown form</a> with the type “Other Legal
          Concern” and write “data protection” in the reason. Your rights are listed on the{' '}
          <a href="/privacy#rights">privacy page</a>.
        </p>
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
          Please tell the makers before you tell the world. The software behind this site comes with a
          security policy, the file <code>SECURITY.md</code> in its source, which says where to send a report
          and what to expect. Use only accounts and stories of your own to test, do not read, change or delete
          what belongs to others, and do not slow the site down.
        </p>
        <p>
          If the weakness lies in this site in particular rather than in the software, send the{' '}
          <a href={urls.takedownRequest()}>takedown form</a> with the type “Other Legal Concern”, say that it
          is about security, and leave out the details until we answer.
        </p>
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
