import type { PageMeta } from '#base/page-meta.ts';
import { SweepList, WaveList } from '#features/comments/parts/wave-list.tsx';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { recountWaitingWork } from '../../components/waiting-work.ts';
import { listCommentWaves, sweepWave, undoWaveSweep } from '../../contract/comment-waves.ts';
import { moderationMessages } from '../../contract/moderation.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';

export function meta(): PageMeta {
  return {
    title: 'Waves of comments',
    description: 'Comments that wait on the stories of others, and their removal in one action.',
    isHidden: true,
  };
}

export function CommentWavesPage() {
  const loaded = useLoaded('waves', () => callApi(listCommentWaves, {}));
  function reload() {
    loaded.reload();
    recountWaitingWork();
  }
  const undo = (id: number) => callApi(undoWaveSweep, { id: String(id) });
  return (
    <ModerationFrame
      title="Waves of comments"
      lead="Comments that wait because their accounts are new, or because they are many, alike or full of links. Their stories’ authors decide about them; a wave you can remove at once. Comments by authors’ own rules are not listed."
    >
      <LoadedPart
        loaded={loaded}
        label="Loading the waves"
        failed={moderationMessages.loadFailed}
        empty={({ waves, sweeps }) =>
          waves.length === 0 && sweeps.length === 0 ? 'No comment waits.' : undefined
        }
      >
        {({ waves, sweeps }) => (
          <>
            <WaveList
              isStaff
              waves={waves}
              onSweep={(choice, reason) => callApi(sweepWave, { ...choice, reason })}
              onUndo={undo}
              onChanged={reload}
            />
            {sweeps.length === 0 ? null : (
              <>
                <h2>Removed at once</h2>
                <SweepList sweeps={sweeps} onUndo={undo} onChanged={reload} />
              </>
            )}
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}
