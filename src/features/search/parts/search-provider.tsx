import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShortcut } from '#ui/use-shortcut.ts';
import { urls } from '#urls.ts';
import type { SearchOverlayProps } from '../components/search-overlay.tsx';

interface SearchContextValue {
  open: () => void;
  /** Preloads the overlay's code when the reader seems about to open it. */
  preload: () => void;
  /** Whether the overlay is opening while its code is still loading. */
  isLoading: boolean;
}

const SearchContext = createContext<SearchContextValue>({
  open: () => undefined,
  preload: () => undefined,
  isLoading: false,
});

export function useSearchOverlay(): SearchContextValue {
  return useContext(SearchContext);
}

const loadOverlay = () => import('../components/search-overlay.tsx');

/** Wraps the page and lets any part of it open the search, whose code loads on first use. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const location = useLocation();
  const [Overlay, setOverlay] = useState<ComponentType<SearchOverlayProps>>();
  // The search is open on the page that opened it: any navigation closes it.
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === location.key;

  const open = useCallback(() => {
    setOpenOn(location.key);
    loadOverlay().then(
      (module) => setOverlay(() => module.SearchOverlay),
      // The search page is the fallback: it needs only the server.
      () => void navigate(urls.search()),
    );
  }, [location.key, navigate]);
  const isLoading = isOpen && Overlay === undefined;
  const value = useMemo(() => ({ open, preload, isLoading }), [open, isLoading]);

  useShortcut('/', open);

  return (
    <SearchContext value={value}>
      {children}
      {Overlay === undefined ? null : <Overlay open={isOpen} onClose={() => setOpenOn(undefined)} />}
    </SearchContext>
  );
}

function preload(): void {
  // A failed preload is ignored: opening reports the failure.
  loadOverlay().catch(() => undefined);
}
