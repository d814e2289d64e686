import { type ComponentType, useEffect, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { draw } from '#ui/icons.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { PlayerProps } from '../components/player.tsx';

export type ListenButtonProps = Omit<PlayerProps, 'continues' | 'onContinue' | 'onClose'>;

const loadPlayer = () => import('../components/player.tsx');

/** The chapter that listening goes on with; a slow navigation takes this button away for a moment. */
let continuedChapter: number | undefined;

/** Opens the player that reads the chapter aloud; its code loads with the press. */
export function ListenButton(props: ListenButtonProps) {
  const { press, waitingProps } = useLoadOnClick(loadPlayer);
  const [Player, setPlayer] = useState<ComponentType<PlayerProps>>();
  const isContinued = continuedChapter === props.chapter.id;
  const open = () => press((module) => setPlayer(() => module.Player));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first showing of a chapter that listening goes on with
  useEffect(() => {
    if (isContinued && Player === undefined) open();
  }, [isContinued]);
  return (
    <>
      <IconButton
        label="Listen"
        icon={draw({}, <path d="M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H4zM17 14h3v6h-3z" />)}
        aria-expanded={Player !== undefined}
        {...waitingProps}
        onClick={() => (Player === undefined ? open() : setPlayer(undefined))}
        onPointerEnter={() => void loadPlayer().catch(() => undefined)}
      />
      {Player === undefined ? null : (
        <Player
          {...props}
          continues={isContinued}
          onContinue={(id) => {
            continuedChapter = id;
          }}
          onClose={() => setPlayer(undefined)}
        />
      )}
    </>
  );
}
