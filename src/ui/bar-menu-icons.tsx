import { draw, type IconProps } from './icons.tsx';

/** Only for the account menu, because every page fetches icons.tsx. */

export const PenIcon = (props: IconProps) =>
  draw(props, <path d="M4 20c1.5-5.5 5-12.5 16-16-1.5 8.5-6.5 12-12 12.5M4 20l5-6.5M9.5 12.5 13 12" />);
export const LeaveIcon = (props: IconProps) =>
  draw(props, <path d="M13.5 4.5h-8v15h8M10 12h10.25M16.5 8l4 4-4 4" />);

export const InboxIcon = (props: IconProps) =>
  draw(props, <path d="M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5l1.5 2.5h4l1.5-2.5H20" />);
