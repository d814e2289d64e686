import { useState } from 'react';
import { plural } from '#base/text.ts';
import { getChapter } from '#features/chapters/contract/chapters.ts';
import { blockImages } from '#features/chapters/parts/blocked-images.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { isOnBlockedImage, unblockImages } from '#features/chapters/parts/unblock-images.ts';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import { callApi } from '#ui/api-client.ts';
import { formatMoment } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Prose } from '#ui/prose.tsx';
import { remoteImages } from '#ui/remote-images.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { type CaseDetail, getEvidence } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import styles from './case-story.module.css';

type EvidenceItem = CaseDetail['evidence'][number];

/** The reported text: its current version, and the reported one if it was changed or deleted since. */
export function CaseStory({ found: moderationCase }: { found: CaseDetail }) {
  const { story, list, is_in_trash, chapters, evidence } = moderationCase;
  if (story === null && list === null && evidence.length === 0) return null;
  const evidenceOf = (kind: EvidenceItem['kind'], id: number) =>
    evidence.filter((one) => one.kind === kind && one.source_id === id);
  const currentIds = new Set(chapters.map((chapter) => chapter.id));
  const deletedChapters = evidence.filter((one) => one.kind === 'chapter' && !currentIds.has(one.source_id));
  const details = evidence.filter((one) => one.kind !== 'chapter');
  return (
    <section className={styles.section} aria-labelledby="text-title">
      <h3 id="text-title">The text</h3>
      {is_in_trash ? (
        <p className={styles.quiet}>
          Its author has deleted this story: nobody can open it, and the author can restore it for{' '}
          {plural(TRASH_DAYS, 'day')}. A decision stays with it.
        </p>
      ) : null}
      {story === null ? null : (
        <>
          <p className={styles.tags}>
            {story.tags.length === 0 ? 'No tags' : `Tags: ${story.tags.map((tag) => tag.name).join(', ')}`}
          </p>
          <p className={styles.synopsis}>{story.synopsis === '' ? 'No synopsis.' : story.synopsis}</p>
        </>
      )}
      {list === null ? null : <ReadingList list={list} />}
      {details.map((item) => (
        <Evidence key={item.id} caseId={moderationCase.id} kept={item} />
      ))}
      {chapters.length === 0 && deletedChapters.length === 0 ? null : (
        <OrderedList className={styles.chapters} aria-label="Chapters">
          {chapters.map((chapter) => (
            <li key={chapter.id} className={styles.chapter}>
              <h4 className={styles.name}>
                {chapterTitle(chapter)}{' '}
                <span className={styles.quiet}>{plural(chapter.word_count, 'word')}</span>
              </h4>
              {evidenceOf('chapter', chapter.id).map((kept) => (
                <Evidence key={kept.id} caseId={moderationCase.id} kept={kept} />
              ))}
              <Text
                showLabel="Read the chapter"
                name={`${chapter.id} ${chapter.updated_at}`}
                load={async () => {
                  const ids = { id: String(chapter.story_id), chapterId: String(chapter.id) };
                  return { html: (await callApi(getChapter, ids)).content };
                }}
              />
            </li>
          ))}
          {deletedChapters.map((kept) => (
            <li key={kept.id} className={styles.chapter}>
              <h4 className={styles.name}>
                {kept.title} <span className={styles.quiet}>deleted</span>
              </h4>
              <Evidence caseId={moderationCase.id} kept={kept} />
            </li>
          ))}
        </OrderedList>
      )}
    </section>
  );
}

/** The texts of a list: what its owner says of it, and the notes on its stories. */
function ReadingList({ list }: { list: NonNullable<CaseDetail['list']> }) {
  if (list.visibility === 'private')
    return <p className={styles.quiet}>Its owner has made this list private: nobody else can open it.</p>;
  return (
    <>
      <p className={styles.synopsis}>{list.synopsis === '' ? 'No text about it.' : list.synopsis}</p>
      {list.stories.length === 0 ? null : (
        <OrderedList className={styles.chapters} aria-label="Stories">
          {list.stories.map(({ slug, title, note }) => (
            <li key={slug} className={styles.chapter}>
              <h4 className={styles.name}>
                <a href={urls.story(slug)}>{title}</a>
              </h4>
              <p className={styles.synopsis}>{note === '' ? 'No note.' : note}</p>
            </li>
          ))}
        </OrderedList>
      )}
    </>
  );
}

const evidenceLabels: Record<EvidenceItem['kind'], string> = {
  story: 'Title and synopsis as reported',
  chapter: 'The chapter as reported',
  author: 'Name and bio as reported',
  list: 'Title and text of the list as reported',
  comment: 'The comment as reported',
  note: 'Note on the list as reported',
};

function Evidence({ caseId, kept }: { caseId: number; kept: EvidenceItem }) {
  return (
    <div className={styles.evidence}>
      <p className={styles.quiet}>
        Changed or deleted at {formatMoment(kept.kept_at)}, after it was reported.
      </p>
      <Text
        showLabel={`${evidenceLabels[kept.kind]}: “${kept.title}”`}
        name={`evidence ${kept.id}`}
        load={async () => {
          const { content, kind } = await callApi(getEvidence, { id: caseId, evidenceId: kept.id });
          return kind === 'chapter' ? { html: content } : { words: content };
        }}
      />
    </div>
  );
}

type Content = { html?: string; words?: string };
type TextProps = { showLabel: string; name: string; load: () => Promise<Content> };

/** A text that is fetched when it is opened. */
function Text({ showLabel, name, load }: TextProps) {
  const [hasOpened, setOpened] = useState(false);
  return (
    <Disclosure showLabel={showLabel} hideLabel="Close" onOpenChange={(isOpen) => isOpen && setOpened(true)}>
      {hasOpened ? <OpenText name={name} load={load} /> : null}
    </Disclosure>
  );
}

function OpenText({ name, load }: Pick<TextProps, 'name' | 'load'>) {
  const loaded = useLoaded(name, load);
  return (
    <LoadedPart loaded={loaded} label="Loading the text" failed={moderationMessages.loadFailed}>
      {(content) => <CaseText {...content} />}
    </LoadedPart>
  );
}

function CaseText({ html, words }: Content) {
  if (html === undefined) return <p className={styles.synopsis}>{words === '' ? 'It is empty.' : words}</p>;
  return (
    // Images are blocked until the moderator asks for them, so that other hosts do not see moderators either.
    <Prose
      className={styles.prose}
      html={blockImages(html, remoteImages())}
      onClick={(event) => {
        if (!isOnBlockedImage(event)) return;
        event.preventDefault();
        unblockImages(event.currentTarget);
      }}
    />
  );
}
