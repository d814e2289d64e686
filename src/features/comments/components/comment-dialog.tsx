import { useEffect, useState } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { commentMessages } from '../contract/comments.ts';
import { quoted } from '../rules/comment-text.ts';
import type { ChapterPlace } from './chapter-place.ts';
import { CommentForm } from './comment-form.tsx';
import { namedParagraph, type SelectedWords } from './selected-words.ts';

export type CommentDialogProps = {
  place: ChapterPlace;
  user: User;
  words: SelectedWords;
  onSent: () => void;
  onClose: () => void;
};

/** A comment that begins with selected words as its quotation, on their paragraph. */
export function CommentDialog({ place, user, words, onSent, onClose }: CommentDialogProps) {
  const toast = useToast();
  const [named, setNamed] = useState<{ paragraph: Awaited<ReturnType<typeof namedParagraph>> }>();
  useEffect(() => {
    namedParagraph(words.paragraph).then(
      (paragraph) => setNamed({ paragraph }),
      () => setNamed({ paragraph: undefined }),
    );
  }, [words]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Comment on this passage"
      description="It appears below the chapter, with your name."
    >
      {named === undefined ? null : (
        <CommentForm
          {...place}
          user={user}
          paragraph={named.paragraph}
          initial={quoted(words.text)}
          onSent={({ state }) => {
            toast.show({
              kind: 'success',
              message: state === 'waiting' ? commentMessages.waiting : commentMessages.sent,
            });
            onSent();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
