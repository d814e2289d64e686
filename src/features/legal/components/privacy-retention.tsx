/** Its own file only to keep the page under the house's 300 lines. */
export function PrivacyRetention() {
  return (
    <>
      <dl>
        <dt>Account, profile, stories, chapters, votes, bookmarks</dt>
        <dd>
          Until you delete them, or delete your account. They then leave the site at once, and leave our
          backups as these expire, within 30 days.
        </dd>
        <dt>Sessions</dt>
        <dd>Until you log out, and no longer than 30 days after you logged in.</dd>
        <dt>Recognised devices</dt>
        <dd>
          180 days after the last login, ten at most. A new password makes us forget all others, and they go
          with your account.
        </dd>
        <dt>Marks that keep views and chapters read from being counted twice</dt>
        <dd>
          They serve for 24 hours and are deleted after 48. The key they are made with changes each day, so
          that one day’s marks do not match the next day’s.
        </dd>
        <dt>What you publish or send in, so that it is not stored twice</dt>
        <dd>
          A keyed hash of the request and its answer, for 24 hours; they go with your account. For who is not
          logged in, the hash is made with the network address cut short.
        </dd>
        <dt>Technical logs</dt>
        <dd>
          At most 30 days, with network addresses cut short, and without passwords, tokens or e-mail
          addresses.
        </dd>
        <dt>Newsletter subscription</dt>
        <dd>
          Until you unsubscribe. It does not depend on an account and is ended separately, by the link in each
          issue. An address that never confirms is forgotten after seven days. Which issues were sent to whom
          is kept for 30 days, so that nobody gets one twice.
        </dd>
        <dt>Reports and moderators’ decisions</dt>
        <dd>
          As long as they are needed to handle the matter, any appeal and repeated breaches; a report whose
          sender has deleted their account stays without a name. A text that was reported or withheld, and is
          changed or deleted meanwhile, is kept as it stood, for moderators alone, until a year after the
          matter was closed. The log of decisions is kept so that they can be accounted for.
        </dd>
        <dt>The e-mail address and network hash of a report without an account</dt>
        <dd>
          Until a moderator has decided. Both are then deleted at once; the mail that tells you of the
          decision is forgotten two days after it was sent.
        </dd>
        <dt>Takedown requests and counter-notices</dt>
        <dd>
          As long as legal claims can arise from them. They are kept apart from accounts, as a legal record,
          even if an account involved is deleted.
        </dd>
      </dl>
      <p>
        The web address of a story, once used, is never given to another story, so that an old link cannot
        lead to somebody else’s work. The bare address may therefore stay reserved after the story is gone.
        Totals that name nobody stay too.
      </p>
    </>
  );
}
