import { isApiError } from '#base/failure.ts';
import { useToast } from '#ui/toast.tsx';
import { type Follow, type FollowMail, followMessages } from '../contract/follows.ts';
import { type FollowedThing, followThing, unfollowThing } from '../parts/follow-thing.ts';

/** Changes a follow and says so; an unfollow can be taken back. `onChanged` receives it as it is then; null: unfollowed. */
export function useFollowChanges(onChanged: (follow: Follow | null) => void) {
  const toast = useToast();

  async function run(change: () => Promise<Follow | null>, failed: string): Promise<boolean> {
    try {
      onChanged(await change());
      return true;
    } catch (error) {
      toast.show({ kind: 'error', message: isApiError(error) ? error.message : failed });
      return false;
    }
  }
  async function setMail(thing: FollowedThing, mail: FollowMail): Promise<void> {
    const isDone = await run(() => followThing(thing, { mail }), followMessages.settingsFailed);
    if (isDone) toast.show({ kind: 'success', message: followMessages.mailSaved });
  }
  async function end(thing: FollowedThing, follow: Follow): Promise<void> {
    const { mail, since } = follow;
    const isDone = await run(async () => {
      await unfollowThing(follow);
      return null;
    }, followMessages.unfollowFailed);
    if (!isDone) return;
    const undo = () => void run(() => followThing(thing, { mail, since }), followMessages.followFailed);
    toast.show({
      kind: 'success',
      message: followMessages.unfollowed,
      action: { label: 'Undo', run: undo },
    });
  }
  return { setMail, end };
}
