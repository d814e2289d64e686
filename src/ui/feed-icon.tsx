import { draw, type IconProps } from './icons.tsx';

export const FeedIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <path d="M5 11.5A7.5 7.5 0 0 1 12.5 19M5 5a14 14 0 0 1 14 14" />
      <circle cx="6.25" cy="17.75" r="1.25" />
    </>,
  );
