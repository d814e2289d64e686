import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';
import { PrivacyCollected } from '../components/privacy-collected.tsx';
import { PrivacyRetention } from '../components/privacy-retention.tsx';
import { PrivacyRights } from '../components/privacy-rights.tsx';
import { PrivacyStorage } from '../components/privacy-storage.tsx';
import type { SiteFacts } from '../contract.ts';
import { OperatorDetails } from '../parts/operator-details.tsx';

const title = 'Privacy';
const description =
  'What Nightstand collects about readers and authors, why, how long it is kept, who can see it, and how to read, correct, export or delete it.';
const path = urls.privacy();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function PrivacyPage() {
  const { operator } = useLoaderData() as SiteFacts;
  return (
    <DocumentPage
      title={title}
      lead="What you read at night is your own business. We keep as little as a working site needs, we sell none of it, and you can take it with you or have it deleted."
      updated="2025-03-23"
      path={path}
    >
      <DocumentSection id="in-short" title="In short">
        <ul>
          <li>You can read, search and share without an account and without telling us who you are.</li>
          <li>We keep no reading history. Views and reading time are totals that name nobody.</li>
          <li>Your e-mail address is never shown to anyone on the site.</li>
          <li>
            No advertising networks, no analytics by third parties, and no page that calls another company’s
            server of its own accord.
          </li>
          <li>We do not sell, rent or trade personal data.</li>
          <li>
            From your <a href={urls.profile('settings')}>profile</a> you can export and delete everything.
          </li>
        </ul>
      </DocumentSection>

      <DocumentSection id="responsible" title="Who is responsible">
        <p>
          Nightstand is run by {operator.name ?? 'the operator of this site'}, called “we” on this page. In
          the words of the General Data Protection Regulation (GDPR) the operator is the controller: the one
          who decides why and how personal data are used, and who answers for it. The{' '}
          <a href="/contact">contact page</a> lists the ways to reach us.
        </p>
        <OperatorDetails operator={operator} />
        <p>
          This policy covers this site and the mails it sends. It does not cover pages elsewhere that an
          author or a reader has linked to.
        </p>
      </DocumentSection>

      <DocumentSection id="collected" title="What we collect">
        <PrivacyCollected />
      </DocumentSection>

      <DocumentSection id="cookies" title="Cookies and local storage">
        <PrivacyStorage />
      </DocumentSection>

      <DocumentSection id="uses" title="What we use it for">
        <p>Every use has to rest on a reason that the law accepts. These are ours.</p>
        <ul>
          <li>
            <strong>To give you what you asked for</strong> (contract, Article 6(1)(b) GDPR): your account,
            your stories and profile, votes, bookmarks, the mails that confirm an address or reset a password.
          </li>
          <li>
            <strong>Because you agreed</strong> (consent, Article 6(1)(a)): the newsletter. You can withdraw
            at any time by its unsubscribe link; what was sent before stays lawful.
          </li>
          <li>
            <strong>To keep the site safe and fair</strong> (legitimate interests, Article 6(1)(f)): holding
            back password guessing and floods of requests, reading reports, enforcing the{' '}
            <a href="/guidelines">guidelines</a>, counting views and reading time without naming anyone,
            ordering lists of stories.
          </li>
          <li>
            <strong>Because the law requires it</strong> (legal obligation, Article 6(1)(c)): answering
            takedown requests and lawful orders, and keeping the papers that belong to them.
          </li>
        </ul>
        <p>
          We do not use personal data for advertising, do not build profiles of readers’ tastes, and leave no
          decision about a person to a machine. Lists such as Trending and Top Rated are worked out from
          totals for each story and are the same for everyone. A report is always read by a human moderator
          before anything happens to a story.
        </p>
        <p>
          What a person reads, writes and bookmarks on an adult site can say something about their private
          life, which the law protects with particular care (Article 9). We treat it accordingly: votes and
          bookmarks are stored only because you pressed the button, are shown to others only as totals, and
          are gone when you take them back.
        </p>
      </DocumentSection>

      <DocumentSection id="visible" title="What others can see">
        <p>
          <strong>Public:</strong> your username, display name, bio and picture if you have one, the date you
          joined, the stories you publish and their totals of views, votes and bookmarks. Search engines can
          find these too. Choose a username that does not give you away, since it cannot be changed later.
        </p>
        <p>
          <strong>Not public:</strong> your e-mail address, your password, which stories you voted on or
          bookmarked, the reports you send, your newsletter subscription, whether you signed in with Google.
        </p>
        <p>
          Sign-up, login, password reset and the newsletter form are built so that nobody can find out from
          their answers whether an e-mail address has an account here.
        </p>
      </DocumentSection>

      <DocumentSection id="sharing" title="Who we share it with">
        <p>
          <strong>We do not sell personal data</strong>, and we give it to others only in these cases:
        </p>
        <ul>
          <li>
            <strong>Services that work for us.</strong> The companies that house our servers and deliver our
            mail handle data on our instructions and for nothing else.
          </li>
          <li>
            <strong>Google, if you choose to sign in with it.</strong> Google then learns that you signed in
            here, and its own privacy policy applies to that. Nothing goes to Google if you sign in with a
            password.
          </li>
          <li>
            <strong>The other side of a legal request.</strong> If you send a takedown request, we may pass
            its contents to the author concerned, who has a right to answer it; an author’s counter-notice may
            likewise be passed to you.
          </li>
          <li>
            <strong>Authorities</strong>, when a law or a court obliges us. We check that the demand is valid
            and hand over no more than it covers.
          </li>
          <li>
            <strong>A new operator</strong>, should the site change hands. You will be told beforehand, and
            this policy goes on binding whoever takes over.
          </li>
        </ul>
        <h3>Pictures from other sites</h3>
        <p>
          Authors can place pictures in a chapter that lie on other servers. We do not load them: you see a
          labelled box until you click it, and one click shows the pictures of that chapter. Only then does
          your browser ask the other server, which learns your network address as any server does, but not the
          page you are reading.
        </p>
        <h3>Other countries</h3>
        <p>
          If one of the services that work for us handles data outside your country or outside the European
          Economic Area, we use only those that offer the safeguards which the law requires, such as an
          adequacy decision or the European Commission’s standard clauses.
        </p>
      </DocumentSection>

      <DocumentSection id="security" title="How we protect it">
        <ul>
          <li>
            Passwords are stored only as a slow, salted hash (Argon2id). Nobody, ourselves included, can read
            them.
          </li>
          <li>
            Sign-in tokens, and the links we mail for verification, password reset and the newsletter, are
            long secret values of which we keep only a hash. They run out by themselves: after 24 hours for a
            verification link, seven days for one that you asked for about the newsletter, one hour for a
            reset link, 15 minutes for a sign-in token, and 30 days for the token that renews it. Only the
            links at the foot of an issue last, so that an old one still unsubscribes you.
          </li>
          <li>
            Changing your password ends every other session. A reset ends all of them. Logging out ends the
            session on the server too, not only in your browser.
          </li>
          <li>
            Everything authors write is cleaned before it is stored, and pages carry a strict policy under
            which no foreign script can run.
          </li>
          <li>Moderators see what their work needs, and every one of their actions is written to a log.</li>
        </ul>
        <p>
          No site is beyond all harm. Should a breach put your rights at risk, we will tell the supervisory
          authority and, where the risk is high, tell you, as Articles 33 and 34 GDPR require. If you have
          found a weakness, the <a href="/contact#security">contact page</a> says how to report it.
        </p>
      </DocumentSection>

      <DocumentSection id="rights" title="Your rights">
        <PrivacyRights />
      </DocumentSection>

      <DocumentSection id="age" title="Age restriction">
        <p>
          Nightstand is for adults only: 18 or older, or the age of legal majority where you live if that is
          higher. We do not knowingly collect data from anyone younger. If we learn that an account belongs to
          a minor, we close it and delete its data. If you are a parent or guardian and believe that this has
          happened, please <a href="/contact#minors">tell us</a>.
        </p>
        <p>
          Every page carries the RTA (“Restricted to Adults”) label, which parental-control software
          recognises. We do not ask for identity papers and keep no record of your age beyond the flag in your
          own browser that you accepted the content warning.
        </p>
      </DocumentSection>

      <DocumentSection id="retention" title="How long we keep it">
        <PrivacyRetention />
      </DocumentSection>

      <DocumentSection id="changes" title="Changes to this policy">
        <p>
          When the product changes, this page changes with it, and the date at the top tells you when it last
          did. If a change affects what we do with data you have already given us, we will say so clearly on
          the site, or by mail, before it takes effect, and will ask for your consent where the law requires
          it.
        </p>
      </DocumentSection>

      <DocumentSection id="contact" title="Contact about privacy">
        <p>
          Most requests need no letter: access, correction, export and deletion are in your{' '}
          <a href={urls.profile()}>profile</a>, and every newsletter ends with its own unsubscribe link. For
          anything else, the <a href="/contact#data">contact page</a> says how to reach us, with or without an
          account.
        </p>
      </DocumentSection>
    </DocumentPage>
  );
}
