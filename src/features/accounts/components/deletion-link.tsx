import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { deleteDraft, readDraft, saveDraft } from '#ui/form-draft.ts';
import { secretParamsOf, withoutParams } from '#ui/secret-query.ts';

const NAMES = ['delete'];
const DRAFT = 'delete-account';

/**
 * Takes the secret of a deletion link out of the address before anything else sees it: guests are sent to the login
 * page, whose address would name the page to return to with the secret in it. It waits in this tab for the dialog.
 */
export function WithoutDeletionLink({ children, skeleton }: { children: ReactNode; skeleton: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const token = secretParamsOf(search, NAMES)?.delete;

  useEffect(() => {
    if (token === undefined) return;
    if (token !== '') saveDraft(DRAFT, { token }, []);
    void navigate(pathname + withoutParams(search, NAMES), { replace: true, defaultShouldRevalidate: false });
  }, [token, pathname, search, navigate]);

  return token === undefined ? children : skeleton;
}

/**
 * The secret of the deletion link that was opened in this tab, once, and a function that forgets it. A dialog gives the
 * focus back to the element that had it before, so this button has it when no press opens the dialog.
 */
export function useDeletionLink(
  button: RefObject<HTMLButtonElement | null>,
): [token: string | undefined, forget: () => void] {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const kept = readDraft(DRAFT)?.token;
    deleteDraft(DRAFT);
    if (kept === undefined) return;
    button.current?.focus();
    setToken(kept);
  }, [button]);
  return [token, () => setToken(undefined)];
}
