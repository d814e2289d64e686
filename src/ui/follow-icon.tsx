import { draw, type IconProps } from './icons.tsx';

/** A bell: to be told of news. */
export const FollowIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M6 10.25a6 6 0 0 1 12 0c0 4.5 1.75 6.25 1.75 6.25H4.25S6 14.75 6 10.25ZM10 19.5a2.1 2.1 0 0 0 4 0" />,
  );
