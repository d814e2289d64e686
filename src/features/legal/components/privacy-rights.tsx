import { urls } from '#urls.ts';
/** Its own file only to keep the page under the house's 300 lines. */
export function PrivacyRights() {
  return (
    <>
      <p>
        These rights come from the GDPR and its counterpart in the United Kingdom. We give them to everyone,
        wherever they live. The numbers are those of the GDPR’s articles.
      </p>
      <dl>
        <dt>To know (Articles 13 and 14)</dt>
        <dd>What we collect and why: that is this page.</dd>
        <dt>Access (Article 15)</dt>
        <dd>
          To see the data we hold about you. The export in your <a href={urls.profile('settings')}>profile</a>{' '}
          contains all that your account holds, a newsletter subscription to your confirmed address included;
          one to another address is shown by the link in each issue.
        </dd>
        <dt>Correction (Article 16)</dt>
        <dd>
          To have wrong data put right. You can edit your <a href={urls.profile('account')}>profile</a> and
          everything you write yourself. The username alone cannot be changed, because links and readers rely
          on it.
        </dd>
        <dt>Deletion (Article 17)</dt>
        <dd>
          To have your data erased. “Delete Account” in your profile removes the account with its stories,
          chapters, votes, bookmarks and sessions, and the totals they had a part in are corrected. It cannot
          be undone, so export first if you want to keep your work. What little has to remain is listed under{' '}
          <a href="#retention">How long we keep it</a>.
        </dd>
        <dt>Restriction (Article 18)</dt>
        <dd>To have data set aside, neither used nor erased, while a question about them is settled.</dd>
        <dt>Portability (Article 20)</dt>
        <dd>
          To take your data elsewhere in a form that other programs can read. The export serves for this too.
        </dd>
        <dt>Objection (Article 21)</dt>
        <dd>
          To object to a use that rests on our legitimate interests. We then stop, unless we can show
          compelling reasons that outweigh yours. To direct marketing you can always object; the only mailing
          of that kind is the newsletter, and its link ends it at once.
        </dd>
        <dt>Withdrawing consent (Article 7)</dt>
        <dd>What you agreed to, you can take back, as easily as you gave it.</dd>
        <dt>No decision by a machine alone (Article 22)</dt>
        <dd>
          There is none here. Decisions about stories are made by people, come with a reason, and can be
          appealed.
        </dd>
        <dt>Complaint (Article 77)</dt>
        <dd>
          To complain to the data protection authority where you live or work, or where you believe the breach
          took place. You need not ask us first, though we would be glad of the chance to put things right.
        </dd>
      </dl>
      <p>
        Using these rights costs nothing. Where a request cannot be met at once from your profile, we answer
        within one month (Article 12). We may ask you to show that the account or address is yours, so that
        nobody else can ask in your name, and we never treat you worse for having asked.
      </p>
    </>
  );
}
