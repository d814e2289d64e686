import { callApi } from '#ui/api-client.ts';
import { endBlock, type NewBlock, setBlock } from '../contract/blocks.ts';

/** Takes back that these names were muted or blocked: a name that was before is so again. */
export async function undoBlocks(names: readonly NewBlock[]): Promise<void> {
  for (const { username, previous_kind: kind } of names)
    await (kind === null ? callApi(endBlock, { username }) : callApi(setBlock, { username, kind }));
}
