import { draw, type IconProps } from '#ui/icons.tsx';

/** These icons are separate from the site's other icons, so that only authors fetch them. */

export const BoldIcon = (props: IconProps) =>
  draw(
    { strokeWidth: 2, ...props },
    <path d="M7.5 4.75h5.25a3.5 3.5 0 0 1 0 7H7.5Zm0 7h6.25a3.75 3.75 0 0 1 0 7.5H7.5Z" />,
  );
export const ItalicIcon = (props: IconProps) =>
  draw(props, <path d="M10.5 4.75h6.5M7 19.25h6.5M14 4.75l-4 14.5" />);
export const HeadingTwoIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M3.75 5.5v13M12.25 5.5v13M3.75 12h8.5M16 11.75a2.25 2.25 0 0 1 4.25 1c0 1.9-4.25 3.6-4.25 5.75h4.5" />,
  );
export const HeadingThreeIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M3.75 5.5v13M12.25 5.5v13M3.75 12h8.5M16 11.5a2.1 2.1 0 1 1 2 3.1 2.2 2.2 0 1 1-2.25 3" />,
  );
export const BulletListIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <path d="M9.5 6.5h11M9.5 12h11M9.5 17.5h11" />
      <g fill="currentColor" stroke="none">
        <circle cx="4.75" cy="6.5" r="1.4" />
        <circle cx="4.75" cy="12" r="1.4" />
        <circle cx="4.75" cy="17.5" r="1.4" />
      </g>
    </>,
  );
export const NumberedListIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M10.5 6.5h10M10.5 12h10M10.5 17.5h10M3.75 5.25l1.5-.75v5M3.5 15.2a1.5 1.5 0 0 1 2.9.5c0 1.2-2.9 2.2-2.9 3.8h3" />,
  );
export const QuoteIcon = (props: IconProps) =>
  draw(props, <path d="M9.75 6.5c-3 .9-5 3.2-5 6.75v4h5v-5h-3M19.25 6.5c-3 .9-5 3.2-5 6.75v4h5v-5h-3" />);
export const CodeBlockIcon = (props: IconProps) =>
  draw(props, <path d="m8 7.5-4.5 4.5L8 16.5M16 7.5l4.5 4.5-4.5 4.5M13.75 5l-3.5 14" />);
export const AlignLeftIcon = (props: IconProps) => draw(props, <path d="M4 6h16M4 10h10M4 14h16M4 18h10" />);
export const AlignCenterIcon = (props: IconProps) =>
  draw(props, <path d="M4 6h16M7 10h10M4 14h16M7 18h10" />);
export const AlignRightIcon = (props: IconProps) =>
  draw(props, <path d="M4 6h16M10 10h10M4 14h16M10 18h10" />);
export const ImageIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <rect x="3.75" y="4.75" width="16.5" height="14.5" rx="2" />
      <circle cx="9" cy="9.75" r="1.5" />
      <path d="m4 17 4.75-4.25 3.5 3 3-2.75 4.75 4" />
    </>,
  );
export const SceneBreakIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <path d="M4 5h16M4 19h16" />
      <path d="M6.5 10.5v3M5.2 11.25l2.6 1.5M7.8 11.25l-2.6 1.5M12 10.5v3M10.7 11.25l2.6 1.5M13.3 11.25l-2.6 1.5M17.5 10.5v3M16.2 11.25l2.6 1.5M18.8 11.25l-2.6 1.5" />
    </>,
  );
export const UndoIcon = (props: IconProps) =>
  draw(props, <path d="M8 4.75 4 8.75l4 4M4.25 8.75h10.5a5 5 0 0 1 0 10H9" />);
export const RedoIcon = (props: IconProps) =>
  draw(props, <path d="m16 4.75 4 4-4 4M19.75 8.75H9.25a5 5 0 0 0 0 10H15" />);
