import { useNavigate } from 'react-router';
import { isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { useToast } from '#ui/toast.tsx';
import { restoreTrash, trashMessages } from '../contract.ts';

/** `show(message, trashId)` says that something was deleted, and offers to restore it. */
export function useDeletedToast(): (message: string, trashId: number) => void {
  const toast = useToast();
  const navigate = useNavigate();

  async function undo(trashId: number) {
    try {
      const { kind, url } = await callApi(restoreTrash, { id: String(trashId) });
      const message = kind === 'story' ? trashMessages.storyRestored : trashMessages.chapterRestored;
      await navigate(url, { state: { notification: { kind: 'success', message } } });
    } catch (problem) {
      toast.show({
        kind: 'error',
        message: isApiError(problem) ? problem.message : trashMessages.restoreFailed,
      });
    }
  }

  return (message, trashId) =>
    toast.show({ kind: 'success', message, action: { label: 'Undo', run: () => void undo(trashId) } });
}
