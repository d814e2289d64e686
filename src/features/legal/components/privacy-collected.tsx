/** Its own file only to keep the page under the house's 300 lines. */
export function PrivacyCollected() {
  return (
    <>
      <h3>When you only read</h3>
      <ul>
        <li>
          <strong>Views.</strong> To count a visitor once per story in 24 hours, we make a keyed hash from the
          shortened network address (its prefix, not the whole of it), the name of the browser and the story,
          all in one. The key changes daily. The result tells neither who nor which story, and the address
          itself is not stored.
        </li>
        <li>
          <strong>Reading time.</strong> Your browser reports how many seconds a chapter was open and whether
          it was read to the end. Both are added to the chapter’s totals. A hash like that of views keeps an
          end from being counted twice a day. There is no row for a reader, so there is no list of what you
          have read, even if you are signed in.
        </li>
        <li>
          <strong>Shares.</strong> When you copy a link or share it by mail or to another site, one is added
          to the story’s total for that way of sharing. Who shared it is not kept.
        </li>
        <li>
          <strong>Technical data.</strong> To answer a request, a server has to know the network address it
          came from. We use it to hold back floods and password guessing, and write only a shortened form of
          it to our logs.
        </li>
      </ul>
      <h3>When you have an account</h3>
      <ul>
        <li>
          <strong>E-mail address.</strong> For verification, password reset, security notices and messages
          about your stories. It is never shown to others.
        </li>
        <li>
          <strong>Username.</strong> The name you publish under. While you only read, nobody is shown that it
          exists: your page is there from your first story on, or earlier if you choose so in your profile.
          Somebody who tries to sign up with your name learns that it is taken.
        </li>
        <li>
          <strong>Password</strong>, only as a hash. An account made with Google has none unless you set one.
        </li>
        <li>
          <strong>Profile information</strong>, if you wish to give any, such as a display name and a bio.
        </li>
        <li>
          <strong>Google identifier</strong>, if you sign in with Google: the identifier Google gives us for
          your account, and its e-mail address. We never see your Google password, contacts or files.
        </li>
        <li>
          <strong>What you do here:</strong> the stories, chapters, synopses and tags you write; your votes
          and bookmarks; the reports you send; how much you have published today.
        </li>
        <li>
          <strong>Sessions:</strong> when you signed in and when the session ends, so that you can be signed
          out again.
        </li>
        <li>
          <strong>Recognised devices:</strong> for each browser you have logged in with, a keyed hash and the
          date of the last login. It does not say what kind of device it is, or where.
        </li>
        <li>
          <strong>Dates:</strong> when the account was made and when things in it were created or changed.
        </li>
      </ul>
      <h3>When you write to us or subscribe</h3>
      <ul>
        <li>
          <strong>Newsletter:</strong> your e-mail address, which kinds of news you want, and when you
          confirmed. Nothing but the confirmation is sent before you follow its link. Letters hold no pictures
          and no counting links: we do not learn whether you open them.
        </li>
        <li>
          <strong>Reports without an account:</strong> what you report, your reason, and an e-mail address
          only if you give one. A keyed hash of the shortened network address keeps one person from filling
          the queue; the address itself is not stored.
        </li>
        <li>
          <strong>Takedown requests:</strong> what the form asks for, such as name, e-mail address, postal
          address, role, the content concerned, your reasons, and the declaration in the words you signed. The
          law asks for most of this.
        </li>
      </ul>
      <p>
        We do not ask for your legal name, date of birth, telephone number, gender, orientation, place or
        means of payment to read or to publish, and we obtain no data about you from anyone other than
        yourself and, if you choose it, Google.
      </p>
    </>
  );
}
