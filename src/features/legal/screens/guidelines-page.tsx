import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, DocumentSection } from '../components/document-page.tsx';
import { type GuidelineRule, ruleAnchor, ruleTitle } from '../rules.ts';

const title = 'Guidelines';
const description =
  'The rules that authors and readers of Nightstand live by: what we remove, what we hide, what stays, how reports and appeals work, and how to tag well.';
const path = urls.guidelines();

export function meta(): PageMeta {
  return { title, description, canonical: path };
}

/** The section of a rule. */
function section(rule: GuidelineRule): { id: string; title: string } {
  return { id: ruleAnchor(rule), title: ruleTitle(rule) };
}

export function GuidelinesPage() {
  return (
    <DocumentPage
      title={title}
      lead="Twelve rules for writing and reading together. They are numbered so that a report, a decision or an appeal can name the one it is about."
      path={path}
    >
      <DocumentSection id="spirit" title="What we hope for">
        <p>
          Nightstand is for adults who like their fiction warm, strange, tender, filthy, sad or all of these.
          Desire is not a reason to remove a story, and neither is a theme that somebody finds uncomfortable.
          What we ask is that every character in a sexual situation is an adult, that nobody real is harmed,
          that the work is yours, and that readers can see what they are about to open.
        </p>
        <p>
          Rules 1 to 9 are the prohibitions of section 5 of the <a href="/terms#prohibited">terms</a> in plain
          words. Rules 10 to 12 are about living together. They apply to stories, chapters, synopses and tags,
          and also to usernames, bios, pictures, links and the text of reports.
        </p>
      </DocumentSection>

      <DocumentSection {...section('adults-only')}>
        <p>
          Everyone who takes part in, watches or is the object of anything sexual is 18 or older, beyond
          doubt, in the world of the story. This holds for invented, drawn, supernatural and historical
          characters alike.
        </p>
        <ul>
          <li>A stated age does not help if body, behaviour or setting describe a child.</li>
          <li>A memory, dream or scene from childhood may not be sexual.</li>
          <li>
            Characters under 18 may appear in a story, as members of a family for instance, as long as nothing
            about them or around them is sexual.
          </li>
        </ul>
        <p>
          There are no exceptions and no second chances: such stories are removed, the account is closed, and
          where the law requires it, we report the matter.
        </p>
      </DocumentSection>

      <DocumentSection {...section('real-harm')}>
        <p>
          No text or picture that shows, celebrates, plans or encourages harm to real people without their
          consent. No intimate material of a person who did not agree to it, no accounts of real assaults told
          to arouse, no instructions for drugging, coercing or tracking someone.
        </p>
        <p>
          Invented characters may do wrong and suffer wrong; fiction has always told of it. Such stories need
          to be recognisably fiction, and tagged (<a href="#rule-tags">rule 10</a>).
        </p>
      </DocumentSection>

      <DocumentSection {...section('extreme-violence')}>
        <p>
          Violence may belong to a story. Torture, mutilation or killing that is dwelt upon for its own sake,
          or offered as a source of arousal, does not belong here. Practices between consenting adults, such
          as bondage, discipline and pain that is wanted, are not violence in this sense.
        </p>
      </DocumentSection>

      <DocumentSection {...section('hate')}>
        <p>
          Do not demean people, or call for hatred or violence against them, for what they are: their
          ethnicity, origin, religion, disability, sex, gender identity, sexual orientation or the like. A
          hateful character in a story that does not share the hatred is allowed. A story that exists to
          spread it is not.
        </p>
      </DocumentSection>

      <DocumentSection {...section('illegal')}>
        <p>
          Do not offer, arrange, sell or give instructions for anything criminal, and do not publish what is
          unlawful in itself. A character may rob a bank. A chapter may not be a price list.
        </p>
      </DocumentSection>

      <DocumentSection {...section('own-work')}>
        <p>
          Publish what you wrote, or what you have permission to publish. Copying another author’s story is an
          infringement even with other names in it, and even if you say where it came from. Short quotations,
          parody and other uses that the law allows are fine. Owners of rights use the{' '}
          <a href={urls.takedownRequest()}>takedown form</a>.
        </p>
      </DocumentSection>

      <DocumentSection {...section('harassment')}>
        <p>
          Do not threaten, stalk, shame or press anyone, and do not publish private details such as names,
          addresses, workplaces or messages. Do not write sexual stories about real people around you. A story
          is not a place to settle accounts with a former lover, a colleague or another author.
        </p>
      </DocumentSection>

      <DocumentSection {...section('malware')}>
        <p>
          No harmful code, no phishing, no links or pictures that deceive, spy or try to break in. Links are
          there for sources, other chapters and your own pages; a story that is a vehicle for advertising
          links is spam and falls under this rule. While an account is new, a moderator looks at its stories
          with links before they are listed.
        </p>
      </DocumentSection>

      <DocumentSection {...section('impersonation')}>
        <p>
          Pen names are welcome. Posing as another author, a known person, a moderator or an organisation is
          not, whether by username, display name, picture or bio.
        </p>
      </DocumentSection>

      <DocumentSection {...section('tags')}>
        <p>
          Tags are a promise to the reader. Name what the story contains, above all what some readers wish to
          avoid, and nothing that it does not contain. Titles and synopses are shown in public lists: keep
          them suggestive rather than explicit. <a href="#tagging">Tagging well</a> says how.
        </p>
      </DocumentSection>

      <DocumentSection {...section('fair-play')}>
        <p>
          Votes, views and bookmarks are worth something only if they are honest. No second accounts to vote
          for yourself or against others, no exchanging or buying of votes, no machines. Report what breaks a
          rule, not what you dislike, and do not report the same matter through several accounts.
        </p>
      </DocumentSection>

      <DocumentSection {...section('kindness')}>
        <p>
          Behind each story is somebody who dared to show it. If it is not for you, close it; there are
          others. A downvote says that a story did not work for you, not that its author should stop. Do not
          mock people for what they like, in a bio as little as in a story. The text of a report is read by a
          human being as well.
        </p>
      </DocumentSection>

      <DocumentSection id="outcomes" title="What we remove, what we hide, what stays">
        <dl>
          <dt>Removed</dt>
          <dd>
            Stories that break rules 1 to 5, 7 or 8, and clear copies under rule 6. A removed story is no
            longer found or shown. Its author can still read and export the text, unless the law forbids it.
          </dd>
          <dt>Hidden</dt>
          <dd>
            Stories that could stand once something is put right: misleading or missing tags, an explicit
            title, a chapter that needs a change, a question of rights that is still open. Moderators also
            hide a story while they look into a serious report. Readers find nothing at its address; its
            author can still read and export it, and ask for it to be restored.
          </dd>
          <dt>Stays</dt>
          <dd>
            What breaks no rule, however many people report it. Taste, quality, unusual desires, sad endings,
            morally doubtful characters and unpopular opinions are no reasons. The report is dismissed.
          </dd>
        </dl>
        <p>
          Serious or repeated breaches can cost an account, as section 11 of the{' '}
          <a href="/terms#termination">terms</a> says.
        </p>
      </DocumentSection>

      <DocumentSection id="tagging" title="Tagging well">
        <ul>
          <li>
            <strong>Start with the kind of story:</strong> romance, fantasy, historical, contemporary, sci-fi;
            novella, series or anthology if it is one.
          </li>
          <li>
            <strong>Name what matters between the characters</strong>, for example bondage, submission,
            domination, discipline.
          </li>
          <li>
            <strong>Name what some readers avoid</strong>, such as violence, death, betrayal or consent that
            is in doubt. A plain tag is a courtesy and loses you nobody who would have enjoyed the story.
          </li>
          <li>
            <strong>Use the tags that exist.</strong> Suggestions appear from the second letter, and{' '}
            <a href="/tags">Browse Tags</a> lists all. One tag with a hundred stories serves readers better
            than ten spellings of it.
          </li>
          <li>
            <strong>Put the most important first.</strong> A story can have up to 30 tags of up to 50
            characters; a card in a list shows the first six.
          </li>
          <li>
            <strong>Leave out</strong> tags that only promise attention: popular ones that do not fit, other
            authors’ names, sentences.
          </li>
        </ul>
      </DocumentSection>

      <DocumentSection id="reports" title="Reports">
        <p>
          Signed-in readers can report a story from its options menu (“Report Story”) and an author from the
          author’s page (“Report Author”). You cannot report yourself. Say in 10 to 500 characters what is
          wrong and where, if you can with the number of the rule and the chapter.
        </p>
        <ul>
          <li>
            You have one open report for each story or author. A second one replaces the text of the first.
          </li>
          <li>
            Reports are not votes. Nothing is hidden by their number; a moderator reads the report and the
            story.
          </li>
          <li>We do not tell the author who reported.</li>
          <li>If a story shows a minor in a sexual context, report it at once. Such reports come first.</li>
        </ul>
        <p>
          Without an account, use the form to <a href={urls.report()}>report without an account</a>. Rights
          holders use the <a href={urls.takedownRequest()}>takedown form</a>.
        </p>
      </DocumentSection>

      <DocumentSection id="decisions" title="Decisions">
        <p>
          A moderator can hide a story, remove it, dismiss the report, or restore what was hidden or removed.
          For grave or repeated breaches an account can be suspended: it still reads and exports, but does not
          write. Every action needs a reason and names the rule. It is written to a log that keeps moderators
          accountable too, and what changes something for you is mailed to you, with the passage that it is
          about. An account that publishes nothing but spam is suspended and its stories are withheld in one
          step; it can appeal like anybody else. Nobody decides about a story of their own. Moderators do not
          rewrite stories.
        </p>
      </DocumentSection>

      <DocumentSection id="appeals" title="Appeals">
        <p>
          If you believe that a decision is wrong, follow the link in the mail that told you of it, or open{' '}
          <a href={urls.decisions()}>your decisions</a>. Within 180 days you can appeal, once. Say what the
          moderator may have overlooked, or what you have changed since. Another moderator answers, with a
          reason. Where the site has only one, the same moderator does, no sooner than seven days later, and
          the answer says so. Meanwhile you can still read and export your text. An appeal made politely is
          never held against you, and neither is one that fails.
        </p>
      </DocumentSection>
    </DocumentPage>
  );
}
