import { type ComponentType, createElement, useEffect, useState } from 'react';

type LateProps<Props> = {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Gives the room of the component from the first paint. */
  className: string | undefined;
};

/** A component in a room of its size, loaded after the page: most visits do without it. `load` stays the same. */
export function Late<Props extends object>({ load, props, className }: LateProps<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    let isMounted = true;
    load().then(
      (loaded) => isMounted && setComponent(() => loaded),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  return (
    <span className={className} data-loads-later="">
      {Component === undefined ? null : createElement(Component, props)}
    </span>
  );
}
