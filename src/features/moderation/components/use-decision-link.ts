import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readDraft, saveDraft } from '#ui/form-draft.ts';
import { secretParamsOf, useSecretQuery } from '#ui/secret-query.ts';

const NAMES = ['token'];
const DRAFT = 'decision-link';

/**
 * The secret of a decision's mailed link; undefined until script has read the address, empty without one. It leaves the
 * address at once. This tab keeps it for the one entry of its history that the link opened, so that a reload or Back
 * shows the decision again; at every other visit the page has the reader's own decisions.
 */
export function useDecisionLink(): string | undefined {
  const { key, search } = useLocation();
  const [link] = useSecretQuery(NAMES);
  const opened = useRef<typeof link>(undefined);
  const [token, setToken] = useState<string>();
  const isInAddress = secretParamsOf(search, NAMES) !== undefined;

  useEffect(() => {
    // The entry has its key once the address is without the secret.
    if (link === undefined || isInAddress) return;
    if (link.token && link !== opened.current) saveDraft(DRAFT, { key, token: link.token }, []);
    opened.current = link;
    const kept = readDraft(DRAFT);
    setToken(kept?.key === key ? kept.token : '');
  }, [key, link, isInAddress]);

  return token;
}
