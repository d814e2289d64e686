import { draw, type IconProps } from './icons.tsx';

/** Only for the share menu, because every page fetches icons.tsx. */

export const ShareIcon = (props: IconProps) =>
  draw(props, <path d="M12 14.5V3.75M8 7.5l4-3.75 4 3.75M7 11H5.25v9.25h13.5V11H17" />);
export const MailIcon = (props: IconProps) =>
  draw(props, <path d="M3.75 5.75h16.5v12.5H3.75ZM4 6.25l8 6.5 8-6.5" />);
/** A bird, the former logo of that site. */
export const TwitterIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M3.5 17.75c1.9.2 3.6-.3 5-1.4-3.2-.6-5-4-4-9.1 2 2.4 4.4 3.6 7.4 3.7-.7-3.5 1-5.7 3.7-5.7 1.4 0 2.3.5 3 1.3l2.4-.6-1.4 2.5c.3 6.5-4.4 11.3-10 11.3-2.3 0-4.4-.6-6.1-2Z" />,
  );
export const FacebookIcon = (props: IconProps) =>
  draw(props, <path d="M13.5 20.25v-10c0-2.3 1.1-3.5 3.25-3.5h1M10 12.5h6.5" />);
