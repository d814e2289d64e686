/** Its own file only to keep the page under the house's 300 lines. */
export function HelpWriting() {
  return (
    <>
      <h3>Starting a story</h3>
      <p>
        “New Story” in the menu opens the writing page. Give the story a title of up to 100 characters, write
        the first chapter, add tags, and choose “Publish Story”. In the tag box, Enter, a comma or a space
        completes a tag, so join words with a hyphen: slow-burn.
      </p>
      <p>
        If the story is created but its first chapter fails, for example because the connection dropped, the
        story is there without a chapter. The text is kept in your browser: follow “Add the chapter” and
        choose “Restore” there.
      </p>
      <h3>The toolbar</h3>
      <p>
        Bold, italic, two levels of heading, bullet list, numbered list, blockquote, code block, alignment to
        the left, centre or right, picture, link and scene break. Pictures are added by their web address,
        which has to begin with https; readers see a box until they click it. Formatting that the toolbar
        cannot make is taken out when you paste or save. Undo remembers up to a hundred steps.
      </p>
      <p>
        A line of *** or # becomes a scene break when you go on with Enter, also in what you paste. Words
        between `backticks` are set like a typewriter’s. Nothing else that you type is changed. By keyboard,
        Alt and F10 lead to the toolbar, Escape back to the text.
      </p>
      <h3>What is not saved yet</h3>
      <p>
        While you write, your text is kept in your browser. After a crash, a closed tab or a session that has
        ended, open the same page again: you are offered to restore it. It is encrypted. After you log out it
        stays, and nobody but you can open it; on a computer that you will not see again, save or discard it
        before you go.
      </p>
      <h3>Chapters and their order</h3>
      <p>
        “Add Chapter” on your story’s page adds the next one. Chapters are read from the lowest order number
        to the highest; the next free number is filled in for you. To move a chapter, edit it and change its
        number. Two chapters with the same number appear in the order in which they were created. A chapter
        may have up to 100,000 characters, formatting included.
      </p>
      <h3>Before it is public</h3>
      <p>
        A story with no chapter stays out of all lists, search and feeds; its address works, and you find it
        in your profile. With its first chapter it becomes public, and every further chapter is public as soon
        as you create it. Write and revise at leisure elsewhere if you like, and paste when you are content.
      </p>
      <p>
        Until your e-mail address is verified, your stories stay out of the lists in the same way; verify it
        and they appear at once. While your account is less than three days old, a moderator looks at a story
        that contains links before it is listed. Its page tells you when it waits.
      </p>
      <h3>How much a day</h3>
      <p>
        You can publish 20 stories and 300 chapters a day; in an account’s first three days 5 and 50, and
        without a verified address 1 and 5. Edits are not limited. If you meet the limit, what you have typed
        stays in the form, and you are told when you can go on.
      </p>
      <h3>Changing what you have published</h3>
      <p>
        “Edit Story” changes title, address, synopsis, tags and status (ongoing, complete, on hiatus or
        abandoned, shown on the story’s page and after its last chapter), “Edit Synopsis” just the synopsis,
        and each chapter has its own edit link in the list. What you save takes the place of what readers saw
        before. The former texts of a chapter are kept under “Earlier versions”, where you can compare them
        and bring one back. If you change the address (the slug), old links lead to the new one.
      </p>
      <p>
        If a chapter was saved somewhere else after you opened it, you are shown what differs before anything
        is replaced.
      </p>
      <h3>Deleting</h3>
      <p>
        You can delete a chapter or the whole story. Neither can be undone. Export your data in your profile
        first if you want to keep the text.
      </p>
      <h3>If a moderator hides your story</h3>
      <p>
        You are mailed the reason. You can still read and export the text, and you can appeal by the link in
        that mail. See <a href="/guidelines#decisions">Decisions</a> and{' '}
        <a href="/guidelines#appeals">Appeals</a> in the guidelines.
      </p>
    </>
  );
}
