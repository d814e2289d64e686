import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { type Block, blockMessages, endBlock, listBlocks, setBlock } from '../contract/blocks.ts';

const kinds = { mute: 'Muted', block: 'Blocked' };

/** The people whom the reader mutes or blocks, with the way back. */
export function BlockList() {
  const loaded = useLoaded('blocks', () => callApi(listBlocks, {}));
  return (
    <LoadedPart loaded={loaded} label="Loading the people" lines={2} failed={blockMessages.loadFailed}>
      {({ blocks }) =>
        blocks.length === 0 ? (
          <p>Nobody. You can mute or block somebody from their comments.</p>
        ) : (
          <Blocks blocks={blocks} onChanged={loaded.reload} />
        )
      }
    </LoadedPart>
  );
}

function Blocks({ blocks, onChanged }: { blocks: Block[]; onChanged: () => void }) {
  const { run } = useToastedAction(blockMessages.saveFailed);

  async function end({ username, kind }: Block) {
    await run(async () => {
      await callApi(endBlock, { username });
      return {
        message: blockMessages.ended,
        action: { label: 'Undo', run: () => void takeBack(username, kind) },
      };
    });
    onChanged();
  }
  async function takeBack(username: string, kind: Block['kind']) {
    await run(async () => {
      await callApi(setBlock, { username, kind });
      return kind === 'mute' ? blockMessages.muted : blockMessages.blocked;
    });
    onChanged();
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
