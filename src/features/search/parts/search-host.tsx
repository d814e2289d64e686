import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isKeyTaken } from '#ui/key-taken.ts';
import { urls } from '#urls.ts';
import type { SearchOverlayProps } from '../components/search-overlay.tsx';

interface SearchContextValue {
  open: () => void;
  /** Fetches what opening will need, when it looks as if it will be needed. */
  prepare: () => void;
  /** Whether it was opened and its code is still on its way. */
  isComing: boolean;
}

const SearchContext = createContext<SearchContextValue>({
  open: () => undefined,
  prepare: () => undefined,
  isComing: false,
});

export function useSearchOverlay(): SearchContextValue {
  return useContext(SearchContext);
}

const loadOverlay = () => import('../components/search-overlay.tsx');

/** Around the page: lets any part of it open the search, whose code comes with the first use. */
export function SearchHost({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const location = useLocation();
  const [Overlay, setOverlay] = useState<ComponentType<SearchOverlayProps>>();
  // The search is open on the page it was opened on: going anywhere closes it.
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === location.key;

  const open = useCallback(() => {
    setOpenOn(location.key);
    loadOverlay().then(
      (module) => setOverlay(() => module.SearchOverlay),
      // The page does the same, and asks the server for itself.
      () => void navigate(urls.search()),
    );
  }, [location.key, navigate]);
  const isComing = isOpen && Overlay === undefined;
  const value = useMemo(() => ({ open, prepare, isComing }), [open, isComing]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.defaultPrevented || isKeyTaken(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      open();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return (
    <SearchContext value={value}>
      {children}
      {Overlay === undefined ? null : <Overlay open={isOpen} onClose={() => setOpenOn(undefined)} />}
    </SearchContext>
  );
}

function prepare(): void {
  // Only early: if it fails now, opening will tell.
  loadOverlay().catch(() => undefined);
}
