import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#features/accounts/contract/session.ts';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { callApi } from '#ui/api-client.ts';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { CorrectionDialog } from '../components/correction-dialog.tsx';
import { correctionMessages, sendCorrection } from '../contract.ts';

export type CorrectPassageProps = {
  user: User;
  chapterId: number;
  /** The words that the correction is about. */
  quote: string;
  onClose: () => void;
};

/** Suggests a correction of a passage in a published chapter. */
export function CorrectPassage({ user, chapterId, quote, onClose }: CorrectPassageProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ quote, replacement: quote, note: '' });
  return (
    <OwnPenNames user={user} waiting={null} failed={(notice) => notice}>
      {(names) => (
        <CorrectionDialog
          open
          names={names}
          send={(correction) => callApi(sendCorrection, { id: String(chapterId), ...correction })}
          onOpenChange={onClose}
          typed={typed}
          onTyped={setTyped}
          onSent={() => {
            const run = () => void navigate(urls.corrections());
            const action = { label: 'Your corrections', run };
            toast.show({ kind: 'success', message: correctionMessages.sent, action });
            onClose();
          }}
        />
      )}
    </OwnPenNames>
  );
}
