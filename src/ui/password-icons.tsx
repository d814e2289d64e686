import { draw, type IconProps } from './icons.tsx';

/** Only for password fields and for hiding, because every page fetches icons.tsx. */

export const EyeOffIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M9.9 5.95a9.6 9.6 0 0 1 2.1-.2c3.85 0 7.05 2.15 9.25 6.25a15.6 15.6 0 0 1-2.6 3.5M14.1 13.8a2.75 2.75 0 0 1-3.9-3.9M6.6 7.2A13.6 13.6 0 0 0 2.75 12c2.2 4.1 5.4 6.25 9.25 6.25 1.7 0 3.25-.4 4.65-1.2M4 4l16 16" />,
  );
