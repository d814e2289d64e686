import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from './icons.tsx';
import styles from './toast.module.css';

const TOAST_MILLISECONDS = 5000;

export type ToastMessage = {
  kind: 'success' | 'error';
  message: string;
  /** A way back; the toast closes when it is taken. */
  action?: { label: string; run: () => void };
};

type ShownToast = ToastMessage & { id: number };
type ToastContextValue = { show: (toast: ToastMessage) => void };

const ToastContext = createContext<ToastContextValue>({ show: () => undefined });

/** `show({ kind, message })` puts a short message at the page's foot for five seconds. */
export function useToast(): ToastContextValue {
  return useContext(ToastContext);
}

/** The same message again replaces the first, and is announced anew, unless its way back leads somewhere else. */
function isRepeated(shown: ToastMessage, next: ToastMessage): boolean {
  return shown.kind === next.kind && shown.message === next.message && shown.action?.run === next.action?.run;
}

function Toast({ toast, onClose }: { toast: ShownToast; onClose: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  const remaining = useRef(TOAST_MILLISECONDS);

  // The timer pauses while the toast is pointed at or focused, so that it can be read and its button pressed.
  useEffect(() => {
    if (isPaused) return;
    const since = Date.now();
    const timer = setTimeout(() => onClose(toast.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - since;
    };
  }, [isPaused, toast.id, onClose]);

  function resume(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock; nothing is lost without a pointer
    <div
      className={classNames(styles.toast, toast.kind === 'error' && styles.error)}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={resume}
    >
      {toast.kind === 'error' ? <AlertIcon /> : <CheckIcon />}
      <p className={styles.message}>{toast.message}</p>
      {toast.action === undefined ? null : (
        <Button
          size="small"
          onClick={() => {
            toast.action?.run();
            onClose(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Close message" icon={<CloseIcon size={18} />} onClick={() => onClose(toast.id)} />
    </div>
  );
}

/** Wraps the page. Both live regions exist from the start, because one inserted with its text is not announced. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const lastId = useRef(0);

  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const value = useMemo<ToastContextValue>(
    () => ({
      show: (toast) => {
        lastId.current += 1;
        const id = lastId.current;
        setToasts((shown) => [...shown.filter((one) => !isRepeated(one, toast)), { ...toast, id }]);
      },
    }),
    [],
  );
  const listOf = (kind: ToastMessage['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <Toast key={toast.id} toast={toast} onClose={close} />);

  return (
    <ToastContext value={value}>
      {children}
      <div className={styles.stack}>
        <div className={styles.region} role="alert" aria-live="assertive">
          {listOf('error')}
        </div>
        <div className={styles.region} role="status" aria-live="polite">
          {listOf('success')}
        </div>
      </div>
    </ToastContext>
  );
}
