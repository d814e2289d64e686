import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';
import { CopyrightNotices, ProhibitedContent } from '../components/terms-sections.tsx';
import type { SiteFacts } from '../contract.ts';
import { OperatorDetails } from '../parts/operator-details.tsx';

const title = 'Terms of Service';
const description =
  'The agreement between Nightstand, its readers and its authors: adults only, accounts, your rights in your work, prohibited content, DMCA and liability.';
const path = urls.terms();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function TermsPage() {
  const { operator, reads_replies } = useLoaderData() as SiteFacts;
  return (
    <DocumentPage
      title={title}
      lead="The agreement between you and the operator of this site, in fourteen sections. We have tried to write it so that it can be read."
      updated="2025-03-23"
      path={path}
    >
      <DocumentSection id="acceptance" title="1. Acceptance of these terms">
        <p>
          Nightstand (“the site”) is a place to read, search, share and publish adult fiction. It is run by{' '}
          {operator.name ?? 'the operator of this site'} (“we”). By using the site you accept these terms; by
          making an account you confirm that you have read them. If you do not agree with them, please do not
          use the site.
        </p>
        <p>
          The <a href="/guidelines">guidelines</a> explain in everyday words how section 5 is applied, and
          form part of these terms. Where the two differ, these terms prevail.
        </p>
      </DocumentSection>

      <DocumentSection id="adults-only" title="2. Adults only">
        <p>
          The site contains sexual themes written for adults. You may use it only if you are at least 18 years
          old, or have reached the age of legal majority where you live if that is higher, and if reading such
          material is lawful there.
        </p>
        <p>
          By choosing “I Understand, Continue” on the content warning you confirm both, and that you wish to
          see such material. Do not let anyone under age use your account or read the site on your device. We
          may close an account that we have good reason to believe belongs to a minor, and delete what it
          holds.
        </p>
      </DocumentSection>

      <DocumentSection id="accounts" title="3. Accounts">
        <p>Anyone of age may read without an account. To vote, bookmark or publish you need one.</p>
        <ul>
          <li>
            Give an e-mail address that is yours, and keep it working: password resets and messages about your
            stories go there.
          </li>
          <li>Your username is public and cannot be changed. It must not pass you off as somebody else.</li>
          <li>
            Keep your password to yourself. You answer for what is done through your account until you have
            changed the password or told us that someone else has it.
          </li>
          <li>An account belongs to one person. It may not be sold or handed on.</li>
          <li>Do not make accounts by machine, and do not use several to add votes, views or reports.</li>
          <li>
            Do not try to get around limits, reach what is not meant for you, or place a burden on the site
            that hinders others.
          </li>
        </ul>
        <p>
          You can delete your account at any time in your <a href={urls.profile('settings')}>profile</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="licence" title="4. Your content and the licence you give">
        <p>
          <strong>What you write remains yours.</strong> We claim no ownership of your stories, chapters,
          synopses, tags or profile (“your content”).
        </p>
        <p>
          So that we can show it, you give us a licence to store, copy, format, display and transmit your
          content, to make it searchable, and to present excerpts of it, for example in previews, search
          results, lists and the newsletter. This licence is worldwide, free of charge and non-exclusive,
          reaches no further than running and presenting the site requires, and may be passed on only to
          services that help us to do so. It does not allow us to sell your work, to publish it as a book or
          to license it to others for their own use.
        </p>
        <p>
          The licence ends when you delete the content or your account, save for copies in backups until these
          expire, and for what we must keep by law. Copies that readers have made for themselves are beyond
          our reach.
        </p>
        <p>
          You confirm that you hold the rights that you grant here, and that your content breaks neither the
          law nor these terms. Readers may read, share links to, and print for their own use what is published
          here; anything further needs the author’s permission.
        </p>
      </DocumentSection>

      <DocumentSection id="prohibited" title="5. Prohibited content and conduct">
        <ProhibitedContent />
      </DocumentSection>

      <DocumentSection id="dmca" title="6. Copyright and the DMCA">
        <CopyrightNotices agent={operator.dmca_agent} />
      </DocumentSection>

      <DocumentSection id="privacy" title="7. Privacy">
        <p>
          What we collect, why, and what you can ask of us is set out on the{' '}
          <a href="/privacy">privacy page</a>. It is a description and a promise rather than a contract:
          nothing in these terms takes away a right that data protection law gives you.
        </p>
      </DocumentSection>

      <DocumentSection id="disclaimers" title="8. Disclaimers">
        <p>
          The site is provided free of charge, as it is and as it is available. To the extent that the law
          allows, we give no warranty that it will be without interruption or error, that it will suit a
          particular purpose, or that anything on it is accurate.
        </p>
        <p>
          Stories are fiction, written by their authors. Their characters, acts and views are not ours, are
          not advice, and are not to be imitated: what is safe or welcome on a page may be neither in life. We
          do not read stories before they appear. Links and pictures from other sites are the responsibility
          of those sites.
        </p>
        <p>
          Please keep your own copy of what you write. We make an effort not to lose anything, but cannot
          promise it.
        </p>
      </DocumentSection>

      <DocumentSection id="liability" title="9. Limitation of liability">
        <p>
          Nothing in these terms limits liability for death or personal injury caused by negligence, for
          fraud, for intent or gross negligence, or for anything else for which the law does not allow
          liability to be limited.
        </p>
        <p>
          Beyond that, and as far as the law allows, we are not liable for indirect or consequential loss, for
          lost profit, data, goodwill or opportunity, for what users write or do, or for events outside our
          reasonable control. If we are liable all the same, our liability is limited to the loss that was
          foreseeable when you began to use the site, considering that it is offered free of charge.
        </p>
        <p>
          If you are a consumer, the rights which your law gives you and which cannot be waived remain
          untouched.
        </p>
      </DocumentSection>

      <DocumentSection id="indemnification" title="10. Indemnification">
        <p>
          If a third party makes a claim against us because of your content, or because you broke these terms
          or the law, you will compensate us for the reasonable cost and damage that results, so far as you
          are to blame for it. We will tell you of such a claim without delay, let you take part in the
          defence, and settle nothing at your expense without having heard you. For consumers this applies
          only as far as their law permits.
        </p>
      </DocumentSection>

      <DocumentSection id="termination" title="11. Termination">
        <p>
          <strong>By you:</strong> at any time, without giving a reason, by deleting your account in your{' '}
          profile. This removes the account and your stories, chapters, votes, bookmarks and sessions, and
          cannot be undone. Export your work first if you want to keep it.
        </p>
        <p>
          <strong>By us:</strong> we may hide or remove content that breaks these terms, and may suspend or
          close an account for serious or repeated breaches, or where the law requires it. You are told the
          reason by mail and can appeal through the link in that mail, unless the law forbids us to tell you.
          Content that a moderator has hidden or removed can still be read and exported by its author.
        </p>
        <p>
          Should we close the site as a whole, we will announce it in good time, so that you can fetch your
          work. Sections 4 (as far as it says), 8, 9, 10 and 12 continue after the end.
        </p>
      </DocumentSection>

      <DocumentSection id="governing-law" title="12. Governing law">
        <p>
          These terms are governed by the law of the country in which the operator of this site is established
          {operator.country === null ? '' : ` (${operator.country})`}, without its rules on the conflict of
          laws, and the courts there have jurisdiction. If you are a consumer, you keep the protection of the
          mandatory law of the country where you live, and may bring and defend a claim there.
        </p>
        <p>
          Before going to court, please <a href="/contact">tell us</a> what is wrong. Most matters can be
          settled by a message. If one provision of these terms turns out to be invalid, the others stand.
        </p>
      </DocumentSection>

      <DocumentSection id="changes" title="13. Changes to these terms">
        <p>
          We may change these terms when the law, the site or experience calls for it. The date at the top
          shows the latest change. Changes that matter are announced on the site or by mail before they take
          effect, and never apply to the past. If you do not accept them, you can delete your account before
          that day; if you go on using the site afterwards, the new terms apply.
        </p>
      </DocumentSection>

      <DocumentSection id="contact" title="14. Contact">
        <p>
          The <a href="/contact">contact page</a> lists, by topic, the ways to reach us: the report buttons
          for stories and authors, a <a href={urls.report()}>form</a> to report without an account, the{' '}
          <a href={urls.takedownRequest()}>takedown form</a> for legal matters, and the link in the mail about
          a decision for an appeal{reads_replies ? '. You can also answer any mail that we sent you' : ''}.
          For how the site works, see <a href="/help">Help</a> and the <a href="/faq">FAQ</a>.
        </p>
        <OperatorDetails operator={operator} />
      </DocumentSection>
    </DocumentPage>
  );
}
