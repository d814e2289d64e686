import { urls } from '#urls.ts';
import { DmcaAgent } from '../parts/operator-details.tsx';

/** The two long sections of the terms, apart only to keep the page under the house's 300 lines. */
export function ProhibitedContent() {
  return (
    <>
      <p>
        Fiction may be dark, and adults may write and read about difficult things. The following, however, has
        no place here, in stories and synopses as little as in tags, names, bios, links and pictures:
      </p>
      <ul>
        <li>
          <strong>Minors in sexual contexts.</strong> Any sexual or sexualised content that involves a person
          under 18, or one presented as such, whether real or invented. This is without exception; where the
          law requires it, we report it to the authorities.
        </li>
        <li>
          <strong>Non-consensual real-world harm.</strong> Content that shows, celebrates, plans or encourages
          sexual or other harm to real people without their consent, including intimate material of a person
          who has not agreed to it.
        </li>
        <li>
          <strong>Extreme violence.</strong> Torture, mutilation or killing dwelt upon for its own sake or for
          arousal.
        </li>
        <li>
          <strong>Hate.</strong> Content that demeans, or calls for hatred or violence against, people for
          what they are, such as their ethnicity, origin, religion, disability, sex, gender identity or sexual
          orientation.
        </li>
        <li>
          <strong>Illegal activity.</strong> Content that is itself unlawful, or that offers, arranges or
          instructs in crimes.
        </li>
        <li>
          <strong>Infringement.</strong> Work that is not yours and that you may not publish, or anything that
          violates the copyright, trade marks, privacy or other rights of others.
        </li>
        <li>
          <strong>Harassment.</strong> Threatening, stalking, shaming or pressing a person, publishing private
          details about them, or sexual stories about real people used to humiliate them.
        </li>
        <li>
          <strong>Malware.</strong> Harmful code, phishing, deceptive links, or anything meant to damage, spy
          or break in.
        </li>
        <li>
          <strong>Impersonation.</strong> Passing yourself off as another person, author, moderator or
          organisation.
        </li>
      </ul>
      <p>
        Neither do we allow spam, bought or machine-made votes, views or reports, reports made in bad faith,
        or misleading tags. The <a href="/guidelines">guidelines</a> describe each rule with examples.
      </p>
      <p>
        Anyone can report a story or an author, with an account or <a href={urls.report()}>without one</a>.
        Moderators are people; they may hide or remove content, dismiss a report or restore what was hidden.
        Each decision is recorded, comes with a reason that is mailed to the author, and can be appealed
        through the link in that mail. We are not obliged to watch over all content, and that we did not act
        on something does not mean that we approve of it.
      </p>
    </>
  );
}

export function CopyrightNotices({ agent }: { agent: string[] }) {
  return (
    <>
      <p>
        We respect the rights of authors, wherever they publish. If your work appears here without your
        permission, send us a notice under the Digital Millennium Copyright Act (17 U.S.C. § 512) or its
        counterpart in your country through the <a href={urls.takedownRequest()}>takedown form</a>. The same
        form serves for trade marks and other legal concerns.
      </p>
      {agent.length === 0 ? null : (
        <>
          <p>Notices may also be sent to our designated agent:</p>
          <DmcaAgent agent={agent} />
        </>
      )}
      <h3>What a notice must contain</h3>
      <ul>
        <li>your name, e-mail and postal address, and whether you are the owner or act for the owner;</li>
        <li>the work that you say has been infringed;</li>
        <li>where on this site the material is, preferably its full web address;</li>
        <li>
          a statement that you believe in good faith that the use is not authorised by the owner, the owner’s
          agent or the law, which the form words for you;
        </li>
        <li>
          a declaration under penalty of perjury that the notice is accurate and that you are entitled to send
          it, with your electronic signature, which is the box you tick.
        </li>
      </ul>
      <p>
        You receive a receipt by mail. A moderator examines the notice and, if it is in order, hides or
        removes the material and tells its author why. We may pass the notice on to the author.
      </p>
      <h3>Counter-notice</h3>
      <p>
        If your story was taken down by mistake or confusion, follow the link in the mail that told you of it.
        There you state, under penalty of perjury, that you believe it was removed by mistake or
        misidentification, give your name, address and telephone number, accept the jurisdiction of the
        competent court and service of process from the person who sent the notice, and sign. We pass it on to
        that person, and may restore the story after 10 and within 14 business days, unless we learn that they
        have gone to court.
      </p>
      <h3>Repeat infringers and false notices</h3>
      <p>
        We close the accounts of people who infringe repeatedly. Anyone who knowingly sends a false notice or
        counter-notice may have to pay for the damage it causes (17 U.S.C. § 512(f)).
      </p>
    </>
  );
}
