import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';

const title = 'Frequently asked questions';
const description =
  'Short answers about reading and writing on Nightstand: age, cost, privacy, accounts, tags, votes, publishing chapters, reports and the newsletter.';
const path = urls.faq();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function FaqPage() {
  return (
    <DocumentPage
      title={title}
      lead="Short answers to what people ask most. Longer ones are in Help."
      path={path}
    >
      <DocumentSection id="reading" title="Reading">
        <h3>Who may read here?</h3>
        <p>
          Adults: 18 or older, or the age of legal majority where you live if that is higher. The site shows a
          content warning on your first visit.
        </p>
        <h3>Does it cost anything?</h3>
        <p>No. Reading and publishing are free, and nothing on the site asks for a means of payment.</p>
        <h3>Do I need an account to read?</h3>
        <p>
          No. Reading, <a href={urls.search()}>searching</a>, sharing and the newsletter work without one. You
          need an account to vote, bookmark and publish.
        </p>
        <h3>What do Trending, Top Rated, New and Featured mean?</h3>
        <p>
          Trending looks at votes, bookmarks, views and chapters read to the end, and fades with a half-life
          of three days. Top Rated weighs upvotes against downvotes, with caution where there are few. New
          goes by the first chapter’s date. Featured stories are chosen by moderators.
        </p>
        <h3>Why do I see a box instead of a picture?</h3>
        <p>
          The picture lies on another site, which would learn your network address if we loaded it. Click the
          box if you wish to see it; one click shows the pictures of the whole chapter.
        </p>
        <h3>The text is too small, or too bright. Can I change that?</h3>
        <p>
          Yes. “Reading settings” above a chapter’s text has its size, line height, width, typeface and light.
        </p>
        <h3>Can I print a chapter?</h3>
        <p>
          Yes. Your browser’s print command gives the chapter without menus and buttons. Please keep the print
          to yourself; the text belongs to its author.
        </p>
        <h3>Can I read without JavaScript?</h3>
        <p>Yes, every public page can. Voting, bookmarking and writing need it.</p>
      </DocumentSection>

      <DocumentSection id="privacy" title="Privacy and discretion">
        <h3>Does anyone see what I read?</h3>
        <p>
          No. We keep no reading history. Views and reading time are added up for the story and cannot be
          traced to a reader. Your own browser keeps its history, as it does for any site.
        </p>
        <h3>Who can see my votes and bookmarks?</h3>
        <p>Only you. Others see the totals.</p>
        <h3>Is my e-mail address shown anywhere?</h3>
        <p>
          Never. Nor can anyone find out by trying to log in, sign up or subscribe whether an address has an
          account here.
        </p>
        <h3>Somebody is coming. How do I get away from here?</h3>
        <p>
          “Quick exit” at the top of every page
          <span className="keyboard-hint">
            , or <kbd>Shift</kbd> three times in a row,
          </span>{' '}
          covers the page and leaves. <a href="/help#discretion">Help</a> says what it can’t do.
        </p>
        <h3>Can my browser’s tabs and history say something else?</h3>
        <p>
          Yes: switch discreet mode on at the foot of any page. Titles and icons are then neutral; addresses
          are not.
        </p>
        <h3>Why is there no cookie banner?</h3>
        <p>
          Because there is nothing to ask. Three cookies exist: one for the few minutes of a Google sign-in,
          one that recognises your browser when you log in again, and one for discreet mode, each only if you
          ask for what it does. The <a href="/privacy#cookies">privacy page</a> lists what your browser
          stores.
        </p>
        <h3>How do I keep children away from the site?</h3>
        <p>
          Turn on the parental controls of the device. All pages carry the RTA label (“Restricted to Adults”),
          which such software recognises.
        </p>
      </DocumentSection>

      <DocumentSection id="accounts" title="Accounts">
        <h3>Can I change my username?</h3>
        <p>
          No, because links and readers rely on it. You can change your bio in your{' '}
          <a href={urls.profile('account')}>profile</a> at any time.
        </p>
        <h3>Can others see that I have an account?</h3>
        <p>
          Not while you only read: you have no page then, and no search or list names you. Your author page
          appears with your first story, and goes when you have none left. If you want one without, tick “Show
          my page before I have published a story” in your <a href={urls.profile('account')}>profile</a>.
        </p>
        <h3>What makes a good password?</h3>
        <p>
          At least 8 characters, better 15 or more; a few unrelated words work well. Your username and very
          common passwords are refused. There are no rules about digits or symbols.
        </p>
        <h3>I get no verification mail. What now?</h3>
        <p>
          Look in the spam folder, then ask for another under{' '}
          <a href={urls.profile('settings')}>Account Settings</a> in your profile. An address gets at most
          three of these mails a day, one a minute. When very many people register at once, yours may take a
          few hours. A link works for 24 hours.
        </p>
        <h3>I have forgotten my password.</h3>
        <p>
          <a href={urls.resetPassword()}>Reset it</a> with the e-mail address of your account. The link works
          once and for one hour, and logs you in.
        </p>
        <h3>It says there were too many tries, but my password is right.</h3>
        <p>
          Somebody may be guessing at it. They don’t get far, and you don’t have to wait for them:{' '}
          <a href={urls.loginByCode()}>have a code mailed to you</a>, or log in on a device where you have
          logged in before. <a href="/help#cannot-log-in">Help</a> has the rest.
        </p>
        <h3>Why is there no Google button?</h3>
        <p>
          Google sign-in is offered only where the operator has set it up. A username and password always
          work.
        </p>
        <h3>How do I take my data with me, or leave?</h3>
        <p>
          Both are in your <a href={urls.profile('settings')}>profile</a>: an export of everything, and
          “Delete Account”, which removes your account, stories, chapters, votes and bookmarks for good.
        </p>
      </DocumentSection>

      <DocumentSection id="writing" title="Writing">
        <h3>Who owns my stories?</h3>
        <p>
          You do. You allow us to show them here, and that ends when you delete them. Section 4 of the{' '}
          <a href="/terms#licence">terms</a> has the exact words.
        </p>
        <h3>Is there somebody who approves stories first?</h3>
        <p>
          No, with one exception: a moderator looks at stories with links while an account is new. Otherwise a
          story is public as soon as its first chapter is there and your e-mail address is verified. Please
          read the <a href="/guidelines">guidelines</a> before.
        </p>
        <h3>Why is my new story not in the lists?</h3>
        <p>
          A story without a chapter stays out of lists, search and feeds, though its address works; so does a
          story whose author’s e-mail address is not verified, and one with links that a moderator has yet to
          look at. Its page tells you which it is. Add a chapter, verify your address, and it appears.
        </p>
        <h3>How much can I publish in a day?</h3>
        <p>
          20 stories and 300 chapters; 5 and 50 in an account’s first three days; 1 and 5 as long as the
          e-mail address is not verified. Edits are not limited, and deleting does not give anything back.
        </p>
        <h3>How long may a chapter be?</h3>
        <p>
          Up to 100,000 characters, formatting included. Longer texts read better in several chapters anyway.
        </p>
        <h3>What happens to links if I change a story’s address?</h3>
        <p>They go on working. The old address leads to the new one, and is never given to another story.</p>
        <h3>Can readers comment or write to me?</h3>
        <p>No. There are no comments and no private messages. Readers answer with votes and bookmarks.</p>
      </DocumentSection>

      <DocumentSection id="rules" title="Rules and reports">
        <h3>How do I report a story?</h3>
        <p>
          <a href={urls.login()}>Log in</a>, open the options menu on the story’s page and choose “Report
          Story”. For an author, “Report Author” is on the author’s page. You can also{' '}
          <a href={urls.report()}>report without an account</a>.
        </p>
        <h3>Are stories hidden when many people report them?</h3>
        <p>No. A moderator reads the report and the story, and decides with a reason.</p>
        <h3>My story was hidden. What can I do?</h3>
        <p>
          Read the reason in the mail, and follow its link to appeal or to say what you have put right. You
          can still read and export the text.
        </p>
        <h3>Somebody has published my work. What can I do?</h3>
        <p>
          Send the <a href={urls.takedownRequest()}>takedown form</a>. You need no account and receive a
          receipt by mail.
        </p>
      </DocumentSection>

      <DocumentSection id="newsletter" title="Newsletter">
        <h3>What is in it, and how often does it come?</h3>
        <p>
          New stories, featured authors and the week’s best, whichever of them you want, on Fridays and only
          when there is something new. It is sent only after you have followed the link in the confirmation
          mail.
        </p>
        <h3>How do I unsubscribe?</h3>
        <p>With the link in any issue, or the unsubscribe button of your mail program. No login is needed.</p>
      </DocumentSection>
    </DocumentPage>
  );
}
