import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { plural } from '#base/text.ts';
import { relationWords } from '#features/tags/parts/relation-words.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { formatMoment } from '#ui/dates.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { BulkTools } from '../../components/bulk-tools.tsx';
import { ChangeTagForm } from '../../components/change-tag-form.tsx';
import styles from '../../components/newcomers.module.css';
import { RecentBulk, useRecentBulk } from '../../components/recent-bulk.tsx';
import { RowCheckbox } from '../../components/row-checkbox.tsx';
import { TagDecisionButton } from '../../components/tag-decision-button.tsx';
import { type Selection, useSelection } from '../../components/use-selection.ts';
import { recountWaitingWork } from '../../components/waiting-work.ts';
import {
  listTagChanges,
  listTagProposals,
  type QueuedTagProposal,
  tagDecisionMessages,
} from '../../contract/tags.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';

export function meta(): PageMeta {
  return {
    title: 'Tags',
    description: 'What members suggest about tags, and what was decided.',
    isHidden: true,
  };
}

const VIEWS = ['open', 'changes', 'new'] as const;
const viewLabels = { open: 'Suggestions', changes: 'Decided', new: 'Change a tag' };

export function TagProposalsPage() {
  const query = new URLSearchParams(useLocation().search);
  const view = VIEWS.find((one) => one === query.get('show')) ?? 'open';
  const page = pageNumberOf(query);
  return (
    <ModerationFrame
      title="Tags"
      lead="Tags that mean the same share one list, and a wider tag’s list has the stories of the tags it includes. Stories keep their authors’ words, and every decision can be undone."
    >
      <LinkTabs
        label="Show"
        tabs={VIEWS.map((each) => ({
          href: staffUrls.tags({ show: each }),
          label: viewLabels[each],
          current: each === view,
        }))}
      />
      {view === 'open' ? <Suggestions page={page} /> : null}
      {view === 'changes' ? <Changes page={page} /> : null}
      {view === 'new' ? <ChangeTagForm /> : null}
    </ModerationFrame>
  );
}

function Suggestions({ page }: { page: number }) {
  const loaded = useLoaded(`open ${page}`, () => callApi(listTagProposals, { page }));
  const recent = useRecentBulk();
  function reload() {
    loaded.reload();
    recountWaitingWork();
  }
  return (
    <>
      <RecentBulk recent={recent} actions={['accept-tags', 'reject-tags']} onUndone={reload} />
      <LoadedPart
        loaded={loaded}
        label="Loading the suggestions"
        failed={tagDecisionMessages.queueFailed}
        empty={({ proposals }) => (proposals.length === 0 ? 'No suggestion is waiting.' : undefined)}
      >
        {({ proposals, pagination }) => (
          <>
            <SuggestionList
              proposals={proposals}
              onDone={() => {
                reload();
                recent.reload();
              }}
            />
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.tags({ page: each })}
              label="Pages of suggestions"
            />
          </>
        )}
      </LoadedPart>
    </>
  );
}

function SuggestionList({ proposals, onDone }: { proposals: QueuedTagProposal[]; onDone: () => void }) {
  const rows = proposals.map((proposal) => ({ id: proposal.id, label: relationWords(proposal) }));
  const selection = useSelection(rows.map(({ id }) => id));
  return (
    <>
      <BulkTools rows={rows} selection={selection} actions={['accept-tags', 'reject-tags']} onDone={onDone} />
      <OrderedList className={styles.list} aria-label="Suggestions">
        {proposals.map((proposal) => (
          <SuggestionRow key={proposal.id} proposal={proposal} selection={selection} onDone={onDone} />
        ))}
      </OrderedList>
    </>
  );
}

type SuggestionRowProps = { proposal: QueuedTagProposal; selection: Selection; onDone: () => void };

function SuggestionRow({ proposal, selection, onDone }: SuggestionRowProps) {
  const { tag, canonical, parent, problem } = proposal;
  const words = relationWords(proposal);
  const target = canonical ?? parent;
  return (
    <li className={styles.row}>
      <RowCheckbox id={proposal.id} label={words} selection={selection} />
      <div className={styles.words}>
        <p className={styles.name}>{words}</p>
        <p className={styles.quiet}>
          <a href={urls.tag(tag, 'new')}>{tag}</a>: {plural(proposal.tag_story_count, 'story', 'stories')}
          {target === null ? null : (
            <>
              {' · '}
              <a href={urls.tag(target, 'new')}>{target}</a>:{' '}
              {plural(proposal.target_story_count ?? 0, 'story', 'stories')}
            </>
          )}
        </p>
        <p className={styles.quiet}>
          suggested by {plural(proposal.proposer_count, 'member')} since{' '}
          <time dateTime={proposal.created_at}>{formatMoment(proposal.created_at)}</time>
        </p>
        {problem === null ? null : <p className={styles.quiet}>{problem}</p>}
      </div>
      <div className={styles.actions}>
        <TagDecisionButton id={proposal.id} decision="accept" words={words} onDone={onDone} />
        <TagDecisionButton id={proposal.id} decision="reject" words={words} onDone={onDone} />
      </div>
    </li>
  );
}

function Changes({ page }: { page: number }) {
  const loaded = useLoaded(`changes ${page}`, () => callApi(listTagChanges, { page }));
  return (
    <LoadedPart
      loaded={loaded}
      label="Loading the changes"
      failed={tagDecisionMessages.changesFailed}
      empty={({ changes }) => (changes.length === 0 ? 'Nothing has been decided yet.' : undefined)}
    >
      {({ changes, pagination }) => (
        <>
          <OrderedList className={styles.list} aria-label="Changes">
            {changes.map((change) => (
              <li key={change.id} className={styles.row}>
                <div className={styles.words}>
                  <p className={styles.name}>{relationWords(change)}</p>
                  <p className={styles.quiet}>
                    since <time dateTime={change.changed_at}>{formatMoment(change.changed_at)}</time>
                    {change.undone_at === null ? null : (
                      <>
                        , undone <time dateTime={change.undone_at}>{formatMoment(change.undone_at)}</time>
                      </>
                    )}
                  </p>
                </div>
                {change.undone_at === null ? (
                  <div className={styles.actions}>
                    <TagDecisionButton
                      id={change.id}
                      decision="undo"
                      words={relationWords(change)}
                      onDone={loaded.reload}
                    />
                  </div>
                ) : null}
              </li>
            ))}
          </OrderedList>
          <Pagination
            {...pagination}
            hrefFor={(each) => staffUrls.tags({ show: 'changes', page: each })}
            label="Pages of changes"
          />
        </>
      )}
    </LoadedPart>
  );
}
