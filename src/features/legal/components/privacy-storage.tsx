/** Its own file only to keep the page under the house's 300 lines. */
export function PrivacyStorage() {
  return (
    <>
      <p>
        Nightstand knows <strong>three cookies, and each exists only if you ask for what it is for</strong>.
        If you neither log in nor switch discreet mode on, there is none at all.
      </p>
      <dl>
        <dt>Sign-in with Google</dt>
        <dd>
          Ties the answer from Google to the browser that asked for it, so that nobody can slip you into an
          account that is not yours. It lasts for the few minutes the sign-in takes, and is never used to
          recognise you later.
        </dd>
        <dt>
          <code>__Secure-device</code> (<code>device</code> without https)
        </dt>
        <dd>
          Recognises this browser when you log in again, so that nobody who guesses at your password can keep
          you out here. It holds a random name and our signature, not your account, and is the same for all
          accounts used in this browser. It is never sent with a request for anything you read. It is set when
          you register, log in or set a new password, stays after you log out, and goes 180 days after the
          last login; when you only ask for a login code, after half an hour. On a device that is not yours,
          clear the site’s data afterwards, or use a private window.
        </dd>
        <dt>
          <code>discreet</code>
        </dt>
        <dd>
          Says that you switched discreet mode on, and nothing else; it is the same for everyone who has it.
          It has to be a cookie because the page’s title is sent before any script runs. It goes when you
          switch the mode off, or after a year.
        </dd>
      </dl>
      <p>
        Your browser also keeps a few entries for this site in its local storage. They stay on your device
        until they are removed:
      </p>
      <dl>
        <dt>
          <code>token</code> and <code>refreshToken</code>
        </dt>
        <dd>Keep you signed in. They exist only while you are.</dd>
        <dt>
          <code>userData</code>
        </dt>
        <dd>
          Your own account details, such as your username, so that the menu can show them without asking the
          server each time.
        </dd>
        <dt>
          <code>contentWarningAccepted</code>
        </dt>
        <dd>
          Remembers that you confirmed your age, so that the content warning does not return on every page.
        </dd>
        <dt>What you write and have not saved</dt>
        <dd>
          So that neither a crash nor a closed tab loses it. Drafts of stories and chapters are encrypted, and
          only your account can open them: after you log out they stay, unreadable to anybody else, until you
          come back and save or discard them.
        </dd>
        <dt>Your choice of light</dt>
        <dd>Remembers whether you chose Lamp, Paper or Sepia, if you did.</dd>
        <dt>
          <code>readingLook</code>
        </dt>
        <dd>Text size, line height, width and typeface of chapters, where you have changed them.</dd>
        <dt>
          <code>readingPlaces</code>
        </dt>
        <dd>
          Your place in up to 50 stories, one each: title and chapter, which paragraph, and its first few
          words, to find it again and to offer it on the home page. It is never sent to us. A place goes when
          you finish the story or choose “Forget”. All of them go with “Clear all”, with Quick exit, when your
          session ends, or when you switch “Keep my place in stories” off in the reading settings.
        </dd>
        <dt>For one tab only</dt>
        <dd>
          Until you close it, a tab remembers how far down its last pages were, what you typed into a form and
          did not send, what you wanted to do before we asked you to log in, and whether you were logged in.
          All of it goes with Quick exit and when your session ends.
        </dd>
      </dl>
      <p>
        None of these is used to follow you, and because all are needed for something you asked for, there is
        no cookie banner to click away. However your session ends, here, on another device or by itself, the
        sign-in entries and everything about your reading go with it, in every tab. Your choices about this
        device stay, as does the note that you confirmed your age. Clearing the site’s data in your browser
        removes all of them.
      </p>
    </>
  );
}
