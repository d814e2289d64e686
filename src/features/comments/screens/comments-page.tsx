import { useLoaderData } from 'react-router';
import { CommentsView, commentsMeta } from '../components/comments-view.tsx';
import type { commentsPageLoader } from './loaders.ts';

export const meta = commentsMeta;

export function CommentsPage() {
  return <CommentsView {...useLoaderData<typeof commentsPageLoader>()} />;
}
