import { type ReactNode, useId } from 'react';
import { plural } from '#base/text.ts';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { BookIcon, TagIcon } from '#ui/finding-icons.tsx';
import { UserIcon } from '#ui/icons.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { type SearchType, type StoryHit, type Suggestion, searchMessages } from '../contract.ts';
import { HighlightedText } from './highlighted-text.tsx';
import styles from './overlay-results.module.css';
import type { OverlayView, SearchResults } from './overlay-search.ts';
import { countResults, countText } from './result-count.ts';

export type OverlayResultsProps = {
  view: OverlayView;
  type: SearchType;
  listId: string;
  /** The option selected by keyboard. */
  activeId: string | undefined;
  onFollow: () => void;
};

export function OverlayResults({ view, type, listId, activeId, onFollow }: OverlayResultsProps) {
  const id = useId();
  const option = (key: string) => ({ id: `${id}${key}`, activeId, onFollow });
  if (view.kind === 'suggestions') {
    return <Suggestions suggestions={view.suggestions} listId={listId} option={option} />;
  }
  if (view.kind === 'results') return <Results {...view} type={type} listId={listId} option={option} />;
  if (view.kind === 'failed') return <Notice kind="error" title={searchMessages.failed} />;
  if (view.kind === 'searching') return <p className={styles.searching}>Searching...</p>;
  return (
    <p className={styles.prompt}>
      {searchMessages.prompt}. Put <q>words in quotes</q> to find them in that order, or -word to exclude it.
    </p>
  );
}

/** Announces new results to screen readers. None are announced as a number, because their message is on the screen. */
export function announcementOf(view: OverlayView): string {
  if (view.kind === 'suggestions' && view.suggestions.length > 0)
    return plural(view.suggestions.length, 'suggestion');
  if (view.kind !== 'results') return '';
  return countText(countResults(view.results), 'result');
}

type OptionProps = { id: string; activeId: string | undefined; onFollow: () => void };
type OptionOf = (key: string) => OptionProps;

/** A link that the keyboard selects from the search box: the focus stays in the box. */
function Option(props: OptionProps & { href: string; className?: string | undefined; children: ReactNode }) {
  const isActive = props.id === props.activeId;
  return (
    <a
      id={props.id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classNames(styles.option, isActive && styles.active, props.className)}
      href={props.href}
      onClick={props.onFollow}
    >
      {props.children}
    </a>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds no options
    <div role="group" aria-labelledby={id} className={styles.group}>
      <span id={id} role="presentation" className={styles.label}>
        {label}
      </span>
      {children}
    </div>
  );
}

const kinds = {
  story: { label: 'Stories', icon: <BookIcon size={18} /> },
  author: { label: 'Authors', icon: <UserIcon size={18} /> },
  tag: { label: 'Tags', icon: <TagIcon size={18} /> },
};

function hrefOf({ type, text, slug = text }: Suggestion): string {
  if (type === 'story') return urls.story(slug);
  return type === 'author' ? urls.author(slug) : urls.tag(text);
}

interface ListProps {
  listId: string;
  option: OptionOf;
}

function Suggestions({ suggestions, listId, option }: ListProps & { suggestions: Suggestion[] }) {
  if (suggestions.length === 0) return null;
  const groups = [...Map.groupBy(suggestions, (suggestion) => suggestion.type)].map(
    ([type, typeSuggestions]) => (
      <Group key={type} label={kinds[type].label}>
        {typeSuggestions.map((suggestion) => (
          <Option
            key={`${type}-${suggestion.slug ?? suggestion.text}`}
            {...option(`${type}-${suggestion.slug ?? suggestion.text.replaceAll(' ', '-')}`)}
            href={hrefOf(suggestion)}
            className={styles.suggestion}
          >
            {kinds[type].icon}
            <span className={styles.text} lang={suggestion.language} dir="auto">
              {suggestion.text}
            </span>
          </Option>
        ))}
      </Group>
    ),
  );
  return (
    <div role="listbox" id={listId} aria-label="Suggestions">
      {groups}
    </div>
  );
}

function Results(props: ListProps & { results: SearchResults; query: string; type: SearchType }) {
  const { results, query, type, listId, option } = props;
  const { stories, authors } = results;
  const total = countResults(results);
  if (total.count === 0) {
    return (
      <Notice kind="empty" title={searchMessages.none} className={styles.none}>
        {results.notice ?? (
          <>
            Try a different search term or <a href={urls.tags()}>browse by tags</a>
          </>
        )}
      </Notice>
    );
  }
  const isAll = stories.length + authors.length === total.count;
  return (
    <>
      {results.showing_for === null ? null : (
        <p className={styles.note}>
          Showing results for <strong>{results.showing_for}</strong>
        </p>
      )}
      {results.notice === null ? null : <p className={styles.note}>{results.notice}</p>}
      <div role="listbox" id={listId} aria-label="Results">
        {stories.length === 0 ? null : (
          <Group label="Stories">
            {stories.map((story) => (
              <Option key={story.id} {...option(`story-${story.id}`)} href={urls.story(story.slug)}>
                <StoryLine story={story} />
              </Option>
            ))}
          </Group>
        )}
        {authors.length === 0 ? null : (
          <Group label="Authors">
            {authors.map((author) => (
              <Option
                key={author.id}
                {...option(`author-${author.id}`)}
                href={urls.author(author.username)}
                className={styles.suggestion}
              >
                <AuthorAvatar name={author.display_name} size="small" />
                <span className={styles.text} dir="auto">
                  {author.display_name}
                </span>
                <span className={styles.about}>{plural(author.story_count, 'story', 'stories')}</span>
              </Option>
            ))}
          </Group>
        )}
        {isAll ? null : (
          <Option {...option('all')} href={urls.search({ q: query, type })} className={styles.all}>
            Show all {countText(total, 'result')}
          </Option>
        )}
      </div>
    </>
  );
}

function StoryLine({ story }: { story: StoryHit }) {
  const language = story.language ?? undefined;
  return (
    <>
      <span className={styles.title} lang={language}>
        <HighlightedText parts={story.title_parts} />
      </span>{' '}
      <span className={styles.about}>by {story.author_display_name}</span>
      {story.snippet === null ? null : (
        <span className={styles.snippet} lang={language} dir="auto">
          <HighlightedText parts={story.snippet.parts} />
        </span>
      )}
    </>
  );
}
