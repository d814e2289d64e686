import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { StaffNotesButton } from '#features/staff-notes/parts/staff-notes-button.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listPeople, type Person, peopleMessages, ROLE_NAMES } from '../../contract.ts';
import styles from './people-page.module.css';

const BranchDialog = lazy(async () => ({
  default: (await import('../../components/branch-dialog.tsx')).BranchDialog,
}));

const PersonDialog = lazy(async () => ({
  default: (await import('../../components/person-dialog.tsx')).PersonDialog,
}));

export function meta(): PageMeta {
  return {
    title: 'People',
    description: 'Accounts, their roles and their sessions.',
    isHidden: true,
  };
}

export function PeoplePage() {
  const navigate = useNavigate();
  const address = new URLSearchParams(useLocation().search);
  const q = address.get('q') ?? '';
  const role = ROLE_NAMES.find((name) => name === address.get('role'));
  const page = pageNumberOf(address);
  const loaded = useLoaded(`${role} ${page} ${q}`, () => callApi(listPeople, { query: q, role, page }));
  return (
    <ModerationFrame
      title="People"
      lead="Roles and sessions of accounts. Only another admin can change your role. Everything done here is logged."
    >
      <div className={styles.filters}>
        <SearchField
          action={staffUrls.people()}
          name="q"
          label="Username"
          placeholder="Begins with..."
          defaultValue={q}
          hidden={{ role }}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = String(new FormData(event.currentTarget).get('q') ?? '').trim();
            void navigate(staffUrls.people({ q: typed, ...(role === undefined ? {} : { role }) }));
          }}
        />
        <SelectField
          name="role"
          label="Role"
          hidesLabel
          value={role ?? ''}
          onChange={(event) =>
            void navigate(staffUrls.people({ q, role: event.currentTarget.value }), {
              state: { keepScrollPosition: true },
            })
          }
          options={[
            { value: '', label: 'All roles' },
            ...ROLE_NAMES.map((each) => ({ value: each, label: `Role: ${each}` })),
          ]}
        />
      </div>
      <LoadedPart
        loaded={loaded}
        label="Loading the accounts"
        failed={peopleMessages.loadFailed}
        empty={({ people }) => (people.length === 0 ? 'No account has a name like that.' : undefined)}
      >
        {({ pagination, people }) => (
          <>
            <Rows aria-label="Accounts">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} onDone={loaded.reload} />
              ))}
            </Rows>
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.people({ q, ...(role === undefined ? {} : { role }), page: each })}
              label="Pages of accounts"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function PersonRow({ person, onDone }: { person: Person; onDone: () => void }) {
  const { user } = useSession();
  const [action, setAction] = useState<'role' | 'sessions' | 'branch'>();
  const facts = [
    person.role === 'user' ? '' : person.role,
    `since ${formatDate(person.created_at)}`,
    plural(person.story_count, 'story', 'stories'),
    plural(person.session_count, 'session'),
    person.is_verified ? '' : 'address not verified',
    person.invited_by === null ? '' : `invited by ${person.invited_by.username}`,
    person.suspended_at === null ? '' : `suspended ${formatDate(person.suspended_at)}`,
  ];
  return (
    <Row
      actions={
        <>
          {person.invited_count === 0 ? null : (
            <Button size="small" onClick={() => setAction('branch')}>
              Invited {person.invited_count}
              <span className="visually-hidden"> by {person.username}</span>
            </Button>
          )}
          {user?.id === person.id ? (
            <RowFacts>This is you.</RowFacts>
          ) : (
            <>
              <StaffNotesButton about={{ about_account: person.id }} name={person.username} isAdmin />
              <Button size="small" onClick={() => setAction('role')}>
                Change role
                <span className="visually-hidden"> of {person.username}</span>
              </Button>
              <Button
                size="small"
                disabled={person.session_count === 0}
                onClick={() => setAction('sessions')}
              >
                End sessions
                <span className="visually-hidden"> of {person.username}</span>
              </Button>
            </>
          )}
        </>
      }
    >
      <p className={styles.name}>
        <a href={urls.author(person.username)}>{person.username}</a>
        {person.display_name === '' || person.display_name === person.username ? null : (
          <span> {person.display_name}</span>
        )}
      </p>
      <RowFacts>{facts.filter((fact) => fact !== '').join(' · ')}</RowFacts>
      {action === 'branch' ? (
        <Suspense>
          <BranchDialog
            person={person}
            onClose={() => {
              setAction(undefined);
              onDone();
            }}
          />
        </Suspense>
      ) : null}
      {action === undefined || action === 'branch' ? null : (
        <Suspense>
          <PersonDialog
            person={person}
            action={action}
            onClose={() => setAction(undefined)}
            onDone={() => {
              setAction(undefined);
              onDone();
            }}
          />
        </Suspense>
      )}
    </Row>
  );
}
