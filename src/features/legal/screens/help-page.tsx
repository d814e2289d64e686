import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';
import { HelpDiscretion } from '../components/help-discretion.tsx';
import { HelpWriting } from '../components/help-writing.tsx';

const title = 'Help';
const description =
  'How to read, search, vote, bookmark, report, write and publish on Nightstand, look after your account, and use the site by keyboard or in private.';
const path = urls.help();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

export function HelpPage() {
  return (
    <DocumentPage
      title={title}
      lead="How things work here, from opening a story to publishing your own. For a quick answer, try the FAQ."
      path={path}
    >
      <DocumentSection id="reading" title="Reading">
        <p>
          The front page lists stories under Trending, Top Rated and New. You can also come in by{' '}
          <a href="/tags">tag</a>, by <a href="/authors">author</a> or by <a href={urls.search()}>search</a>.
          No account is needed to read.
        </p>
        <ul>
          <li>
            A story’s page shows its synopsis, tags, chapters and a few related stories. “Start Reading” opens
            the first chapter; “Show Preview” lets you taste its first thousand characters.
          </li>
          <li>
            At the foot of a chapter, Previous and Next lead through the story in order.
            <span className="keyboard-hint">
              {' '}
              So do the arrow keys <kbd>←</kbd> and <kbd>→</kbd>.
            </span>
          </li>
          <li>
            “Reading settings”, above a chapter’s text, has text size, line height, width, three typefaces and
            three lights. They apply to every chapter on this device; “Reset to default” undoes them.
          </li>
          <li>
            This browser keeps your place in a story, by the paragraph. The story’s page then offers to
            continue, and a chapter offers to go to your place; nothing jumps by itself. See{' '}
            <a href="#discretion">Discretion</a> for how to forget it.
          </li>
          <li>
            The copy-link button puts the address of a story or chapter on your clipboard, to share as you
            please.
          </li>
          <li>
            A picture from another site appears as a labelled box until you click it. One click shows all
            pictures of that chapter.
          </li>
          <li>A chapter prints cleanly, as text without menus.</li>
        </ul>
      </DocumentSection>

      <DocumentSection id="searching" title="Searching">
        <p>
          The search button in the top bar opens a search over whatever page you are on. Suggestions for
          stories, authors and tags appear from the second character, and forgive small typing errors. The
          tabs All, Stories and Authors narrow the results; “Advanced Search” leads to the{' '}
          <a href={urls.search()}>search page</a>, where you can
        </p>
        <ul>
          <li>choose all content, stories only or authors only;</li>
          <li>add tags: a story must carry all of those you choose;</li>
          <li>tick “Match title only” to leave out everything but titles;</li>
          <li>sort by relevance, newest, most popular or trending;</li>
          <li>leave the text empty and choose tags alone, to list everything tagged so.</li>
        </ul>
        <p>
          Titles, authors, tags, synopses and the text of all chapters are searched. Put words in quotes to
          find them in that order. If a word looks mistyped, the search shows what you are likely to have
          meant, and says so.
        </p>
        <p>
          Put a minus before a word, or before quoted words, to exclude every story that has them anywhere: in
          its title, its tags, its author’s name, its synopsis or any of its chapters, also with “Match title
          only”. Other forms of a word count as the same one: -ghost excludes “ghosts” too. Words that nearly
          every text has, such as “the”, can’t be excluded, and you need a word to look for, or a tag, beside
          the ones you exclude.
        </p>
        <p>The address of the page holds your search, so it can be bookmarked in your browser and shared.</p>
      </DocumentSection>

      <DocumentSection id="tags" title="Tags">
        <p>
          <a href="/tags">Browse Tags</a> lists all tags by name, by what is trending, or by how many stories
          carry them, and has a search box of its own. A tag’s page shows its stories as Trending, Top, New or
          Featured. Tags are written by authors; if one misleads you, report the story. Advice for authors is
          in the guidelines under <a href="/guidelines#tagging">Tagging well</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="votes" title="Votes and bookmarks">
        <p>
          Once you are logged in, you can vote a story up or down. Press the same arrow again to take the vote
          back, or the other one to change your mind. You have one vote for each story, and only the totals
          are shown. Votes and bookmarks move the rankings once your e-mail address is verified and your
          account is a day old; those on your own stories never do.
        </p>
        <p>
          A bookmark keeps a story for later. You find all of yours under{' '}
          <a href={urls.profile('bookmarks')}>Bookmarks</a> in your profile, and nobody else can see them.
        </p>
        <p>
          If you are not logged in, either button leads you to the <a href={urls.login()}>login</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="reports" title="Reports">
        <p>
          “Report Story” is in the options menu of a story’s page, “Report Author” on an author’s page. You
          have to be logged in for these, and cannot report yourself; without an account there is{' '}
          <a href={urls.report()}>a form</a>. Give a reason of 10 to 500 characters: which of the{' '}
          <a href="/guidelines">guidelines</a>, and where. A moderator reads it and decides. If you send
          another report about the same story or author while the first is open, it replaces the first. For
          copyright and other legal matters, use the <a href={urls.takedownRequest()}>takedown form</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="writing" title="Writing and publishing">
        <HelpWriting />
      </DocumentSection>

      <DocumentSection id="account" title="Your account">
        <h3>Making one</h3>
        <p>
          <a href={urls.register()}>Register</a> with a username, an e-mail address and a password. The
          username has 3 to 30 letters, digits, underscores or hyphens, is public and cannot be changed, so
          choose one that does not give you away. The password has at least 8 characters; longer is better.
        </p>
        <h3>Verifying your e-mail address</h3>
        <p>
          Follow the link that we mail you within 24 hours. If it does not arrive,{' '}
          <a href={urls.profile('settings')}>Account Settings</a> in your profile has a button to send it
          again. With a verified address you can log in by e-mail as well as by username.
        </p>
        <h3>Signing in with Google</h3>
        <p>
          Where the operator offers it, the login has a button for Google. A Google account is never joined to
          an existing account just because the e-mail address is the same. To use both, log in with your
          password and link Google in your <a href={urls.profile('settings')}>profile</a>.
        </p>
        <h3>Passwords</h3>
        <p>
          Change yours in <a href={urls.profile('settings')}>Account Settings</a>; you need the current one.
          All other devices are logged out. If you have forgotten it,{' '}
          <a href={urls.resetPassword()}>reset it</a>: the link we mail works once, for one hour, and logs you
          in.
        </p>
        <h3 id="cannot-log-in">If you cannot log in</h3>
        <p>
          After many wrong passwords the login makes everybody wait, because somebody may be guessing. There
          are three ways past it, all for you alone:
        </p>
        <ul>
          <li>
            Use a browser in which you have logged in during the last 180 days. It is recognised, and others’
            guesses don’t count there.
          </li>
          <li>
            <a href={urls.loginByCode()}>Have a code mailed to you</a> and type it at the login. It works
            once, for 15 minutes, in any browser.
          </li>
          <li>
            <a href={urls.resetPassword()}>Set a new password</a> by a mailed link.
          </li>
        </ul>
        <p>
          A code goes only to the address of your account, once it is verified. If you get one that you did
          not ask for, ignore it and tell it to nobody: without it nothing happens.
        </p>
        <h3>Your profile</h3>
        <p>
          The bio in your <a href={urls.profile('account')}>profile</a> can have up to 2,000 characters of
          plain text and is shown on your author page. That page appears with your first story; until then
          nobody finds you here, unless you tick the box for it in your profile. Your display name is what
          readers call you. It can’t be one that reads like the staff’s or like somebody else’s username, and
          it is written in one script, without symbols or emoji.
        </p>
        <h3>Mails from us</h3>
        <p>
          Anybody can type your address into a form. So an address gets only a few mails of each kind a day:
          one to confirm the newsletter, three to reset a password, three to verify the address. A mail that
          comes too soon waits for a minute. Notices about the security of your account, and moderators’
          decisions, always reach you at once.
        </p>
        <p>
          If your network has been busy, registering, resetting a password or subscribing may take your
          browser some seconds longer. Nothing has to be done: what you typed stays, and is sent by itself.
        </p>
        <h3>Newsletter</h3>
        <p>
          Enter an address at the foot of any page, then follow the link in the confirmation mail. Each issue
          has links to unsubscribe and to choose what is in it. You do not need an account. Without an issue
          at hand, the pages to <a href={urls.newsletterPreferences()}>choose</a> and to{' '}
          <a href={urls.newsletterUnsubscribe()}>unsubscribe</a> send you a link.
        </p>
        <h3>Exporting and deleting</h3>
        <p>
          Your <a href={urls.profile('settings')}>profile</a> offers an export of everything that belongs to
          you: the file README.txt in it names each part, and the little that is left out. To leave, choose
          “Delete Account” under Danger Zone in Account Settings, type DELETE and give your password. If you
          have only ever used Google, you confirm through a link that we mail you. Your account, stories,
          chapters, votes and bookmarks are then gone for good.
        </p>
      </DocumentSection>

      <DocumentSection id="themes" title="The lights: Lamp, Paper and Sepia">
        <p>
          Lamp is dark, with warm text, for reading in bed. Paper is light, like the page of a book. Sepia is
          the page of an old one, and less bright; you find it in the reading settings of a chapter. The site
          follows your device’s setting until you choose one yourself, and remembers your choice in this
          browser.
        </p>
      </DocumentSection>

      <DocumentSection id="keyboard" title="Keyboard">
        <p>Everything can be reached and used with the keyboard, and the focus is always visible.</p>
        <dl>
          <dt>
            <kbd>Tab</kbd> and <kbd>Shift</kbd> + <kbd>Tab</kbd>
          </dt>
          <dd>Move forwards and back.</dd>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>Follows a link, presses a button, sends a form. In the tag box, it adds the tag.</dd>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>
            Opens the search. In it, <kbd>↑</kbd> and <kbd>↓</kbd> go through suggestions and results.
          </dd>
          <dt>
            <kbd>Escape</kbd>
          </dt>
          <dd>Closes the search and the tag suggestions.</dd>
          <dt>
            <kbd>←</kbd> and <kbd>→</kbd>
          </dt>
          <dd>In a chapter: the one before, and the next.</dd>
          <dt>
            <kbd>Shift</kbd>, three times
          </dt>
          <dd>
            Leaves at once; see <a href="#discretion">Discretion</a>.
          </dd>
          <dt>Comma or space</dt>
          <dd>In the tag box of a new story: adds the tag.</dd>
          <dt>
            <kbd>Backspace</kbd>
          </dt>
          <dd>In the empty tag box: removes the last tag.</dd>
        </dl>
      </DocumentSection>

      <DocumentSection id="accessibility" title="Accessibility">
        <ul>
          <li>Text and controls are meant to reach the contrast of WCAG 2.2, level AA, in both lights.</li>
          <li>
            Pages can be enlarged to 400% without losing anything, and work from narrow telephones upwards.
          </li>
          <li>Headings, landmarks and labels are there for screen readers, and messages are announced.</li>
          <li>If your device asks for less motion, nothing moves.</li>
          <li>Every public page can be read without JavaScript.</li>
        </ul>
        <p>
          If something stands in your way, we want to know: the <a href="/contact">contact page</a> says how
          to reach us.
        </p>
      </DocumentSection>

      <DocumentSection id="discretion" title="Discretion">
        <HelpDiscretion />
      </DocumentSection>
    </DocumentPage>
  );
}
