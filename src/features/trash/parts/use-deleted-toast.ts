import { useNavigate } from 'react-router';
import { callApi } from '#ui/api-client.ts';
import { useToast } from '#ui/toast.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { restoreTrash, trashMessages } from '../contract.ts';
import { restoredMessage } from '../rules.ts';

/** `show(message, trashId)` says that something was deleted, and offers to restore it. */
export function useDeletedToast(): (message: string, trashId: number) => void {
  const toast = useToast();
  const { run } = useToastedAction(trashMessages.restoreFailed);
  const navigate = useNavigate();

  async function undo(trashId: number) {
    await run(async () => {
      const restored = await callApi(restoreTrash, { id: String(trashId) });
      const message = restoredMessage(restored);
      await navigate(restored.url, { state: { notification: { kind: 'success', message } } });
      return undefined;
    });
  }

  return (message, trashId) =>
    toast.show({ kind: 'success', message, action: { label: 'Undo', run: () => void undo(trashId) } });
}
