import { urls } from '#urls.ts';

/** Its own file only to keep the page under the house's 300 lines. */
export function HelpDiscretion() {
  return (
    <>
      <h3>Quick exit</h3>
      <p>
        “Quick exit” stands at the top of every page. Press it
        <span className="keyboard-hint">
          , or <kbd>Shift</kbd> three times within a second and a half, with no other key in between
        </span>
        : the page is covered at once, and another site, of no interest to anyone, takes its place. Nothing is
        requested from that site before then. Your places in stories and everything else that this browser
        keeps of your reading are cleared. What you had typed is not asked about; drafts of chapters stay,
        encrypted. You stay logged in.
      </p>
      <p>What it can’t do:</p>
      <ul>
        <li>
          It replaces the page you are on, and only that. Pages you had opened before are still behind the
          browser’s Back button, and in its history. They are fetched anew and begin at their top.
        </li>
        <li>It closes no other tabs, and takes nothing out of a list of recently closed ones.</li>
        <li>
          Someone who watches the network, or looks after the device, can still see that it was in touch with
          this site.
        </li>
        <li>
          Without JavaScript it is a plain link: it leads away, but the page stays in the browser’s history.
        </li>
      </ul>
      <h3>Discreet mode</h3>
      <p>
        The switch is at the foot of every page. While it is on, every page has the title “Notes” and the icon
        of a sheet of paper, from the first moment, in this browser: so it says in its tabs, in its history
        from then on, and in bookmarks made from then on. It is kept in a cookie that is the same for everyone
        who uses it.
      </p>
      <p>
        It hides nothing on the page, and not the address. History and bookmarks from before keep the titles
        they have, and a browser may show an old icon for a while.
      </p>
      <h3>What stays behind</h3>
      <ul>
        <li>
          We keep no history of what you read. Your browser does: a private window leaves none, and none of
          the entries that this site stores in it.
        </li>
        <li>
          Your places in stories are kept in this browser alone, and are never sent to us. The home page
          offers the latest under “Continue reading”, where you can forget one or all. They also go when you
          finish a story, with Quick exit, when your session ends, and when you switch off “Keep my place in
          stories” in the reading settings of any chapter.
        </li>
        <li>
          On a shared device, log out when you leave. This ends the session on the server too. What stays is a
          cookie that says somebody has logged in here, not who; it goes with the site’s data when you clear
          them in the browser, and then the content warning appears again as well.
        </li>
      </ul>
      <h3>Also good to know</h3>
      <ul>
        <li>The site’s own pages show no explicit pictures.</li>
        <li>“Exit Site” on the content warning takes you to a search engine.</li>
        <li>
          Your votes, bookmarks and e-mail address are never shown to others. Your username, bio and published
          stories are.
        </li>
        <li>
          Every page carries the RTA label, by which parental-control software can keep it from children.
        </li>
      </ul>
      <p>
        The <a href={urls.privacy()}>privacy page</a> has the whole picture.
      </p>
    </>
  );
}
