import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { type Block, blockMessages, endBlock, listBlocks, setBlock } from '../contract/blocks.ts';

const kinds = { mute: 'Muted', block: 'Blocked' };

/** The people whom the reader mutes or blocks, with the way back. */
export function BlockList() {
  const loaded = useLoaded('blocks', () => callApi(listBlocks, {}));
  const { run } = useToastedAction(blockMessages.saveFailed);
  if (loaded.status === 'loading') return <SkeletonText lines={2} />;
  if (loaded.status === 'failed')
    return <FailedNotice error={loaded.error} otherwise={blockMessages.loadFailed} onRetry={loaded.reload} />;
  const { blocks } = loaded.data;
  if (blocks.length === 0) return <p>Nobody. You can mute or block somebody from their comments.</p>;

  async function end({ username, kind }: Block) {
    await run(async () => {
      await callApi(endBlock, { username });
      return {
        message: blockMessages.ended,
        action: { label: 'Undo', run: () => void takeBack(username, kind) },
      };
    });
    loaded.reload();
  }
  async function takeBack(username: string, kind: Block['kind']) {
    await run(async () => {
      await callApi(setBlock, { username, kind });
      return kind === 'mute' ? blockMessages.muted : blockMessages.blocked;
    });
    loaded.reload();
  }

  return (
    <Rows>
      {blocks.map((block) => (
        <Row
          key={block.username}
          actions={
            <Button size="small" onClick={() => end(block)}>
              {block.kind === 'mute' ? 'Unmute' : 'Unblock'}
              <span className="visually-hidden"> {block.display_name}</span>
            </Button>
          }
        >
          <p>
            <strong>{block.display_name}</strong> {kinds[block.kind]}
          </p>
        </Row>
      ))}
    </Rows>
  );
}
