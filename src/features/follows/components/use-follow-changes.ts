import { useToastedAction } from '#ui/use-toasted-action.ts';
import { type Follow, type FollowMail, followMessages } from '../contract/follows.ts';
import { type FollowedThing, followThing, unfollowThing } from '../parts/follow-thing.ts';

/** Changes a follow and says so; an unfollow can be taken back. `onChanged` receives it as it is then; null: unfollowed. */
export function useFollowChanges(onChanged: (follow: Follow | null) => void) {
  const { run } = useToastedAction(followMessages.followFailed);

  const setMail = (thing: FollowedThing, mail: FollowMail) =>
    run(async () => {
      onChanged(await followThing(thing, { mail }));
      return followMessages.mailSaved;
    }, followMessages.settingsFailed);

  const followAgain = (thing: FollowedThing, { mail, since }: Follow) =>
    run(async () => {
      onChanged(await followThing(thing, { mail, since }));
      return undefined;
    });

  const end = (thing: FollowedThing, follow: Follow) =>
    run(async () => {
      await unfollowThing(follow);
      onChanged(null);
      return {
        message: followMessages.unfollowed,
        action: { label: 'Undo', run: () => void followAgain(thing, follow) },
      };
    }, followMessages.unfollowFailed);
  return { setMail, end };
}
