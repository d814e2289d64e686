import type { ReactNode, SVGProps } from 'react';
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'style'> & {
  /** Edge in pixels; drawn for 24. */
  size?: number;
};

/** Every icon only accompanies text or a label, so none is announced. */
export function draw({ size = 20, ...rest }: IconProps, drawing: ReactNode) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {drawing}
    </svg>
  );
}

export const MenuIcon = (props: IconProps) => draw(props, <path d="M4 8h16M4 16h16" />);
export const CloseIcon = (props: IconProps) => draw(props, <path d="m6 6 12 12M18 6 6 18" />);
export const SearchIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <circle cx="10.75" cy="10.75" r="6.25" />
      <path d="m15.5 15.5 4.75 4.75" />
    </>,
  );
/** Paper: the light theme. */
export const SunIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.75v2M12 19.25v2M2.75 12h2M19.25 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4" />
    </>,
  );
/** Lamp: the dark theme. */
export const MoonIcon = (props: IconProps) =>
  draw(props, <path d="M19.75 14.2A8.25 8.25 0 0 1 9.8 4.25a8.25 8.25 0 1 0 9.95 9.95Z" />);
/** Reading settings. */
export const LettersIcon = (props: IconProps) =>
  draw(
    props,
    <path d="m2.75 18 5-12.5 5 12.5M4.35 14h6.8M21 11.75V18m0-3.1a3.15 3.15 0 1 1-6.3 0 3.15 3.15 0 0 1 6.3 0Z" />,
  );
/** Quick exit. */
export const ExitIcon = (props: IconProps) =>
  draw(props, <path d="M13.5 4.5h-8v15h8M10.5 12h10M16.75 8.25 20.5 12l-3.75 3.75" />);
export const ChevronLeftIcon = (props: IconProps) => draw(props, <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />);
export const ChevronRightIcon = (props: IconProps) => draw(props, <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />);
export const ChevronDownIcon = (props: IconProps) => draw(props, <path d="m5.5 9.5 6.5 6.5 6.5-6.5" />);
export const FirstIcon = (props: IconProps) => draw(props, <path d="M6 5.5v13M17.5 5.5 11 12l6.5 6.5" />);
export const LastIcon = (props: IconProps) => draw(props, <path d="M18 5.5v13M6.5 5.5 13 12l-6.5 6.5" />);
export const ArrowUpIcon = (props: IconProps) => draw(props, <path d="M12 19.5v-15M5.5 11 12 4.5l6.5 6.5" />);
export const ArrowDownIcon = (props: IconProps) =>
  draw(props, <path d="M12 4.5v15M5.5 13l6.5 6.5 6.5-6.5" />);
export const BookmarkIcon = (props: IconProps) =>
  draw(props, <path d="M6.75 3.75h10.5v16.5L12 16.25l-5.25 4Z" />);
export const ShelfIcon = (props: IconProps) =>
  draw(props, <path d="M3.75 20.25h16.5M6 17V4.75h3.25V17M9.25 17V7.75h3.25V17M14 6.6l3-.8L20 17" />);
export const LinkIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M10 14.25a4 4 0 0 0 5.65 0l3.4-3.4a4 4 0 0 0-5.65-5.65l-1.2 1.2M14 9.75a4 4 0 0 0-5.65 0l-3.4 3.4a4 4 0 0 0 5.65 5.65l1.2-1.2" />,
  );
export const CopyIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <rect x="8.75" y="8.75" width="11.5" height="11.5" rx="2" />
      <path d="M15.25 8.75v-3a2 2 0 0 0-2-2h-7.5a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h3" />
    </>,
  );
export const FilterIcon = (props: IconProps) =>
  draw(props, <path d="M4 7.5h8.5m5 0H20M4 16.5h2.5m5 0H20M15 5v5M9 14v5" />);
export const MoreIcon = (props: IconProps) =>
  draw(
    props,
    <g fill="currentColor" stroke="none">
      <circle cx="5" cy="12" r="1.4" />
      <circle cx="12" cy="12" r="1.4" />
      <circle cx="19" cy="12" r="1.4" />
    </g>,
  );
export const EyeIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <path d="M2.75 12c2.2-4.1 5.4-6.25 9.25-6.25s7.05 2.15 9.25 6.25c-2.2 4.1-5.4 6.25-9.25 6.25S4.95 16.1 2.75 12Z" />
      <circle cx="12" cy="12" r="2.75" />
    </>,
  );
export const CheckIcon = (props: IconProps) => draw(props, <path d="m5 12.75 4.5 4.5L19 7.25" />);
export const UserIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <circle cx="12" cy="8.25" r="4" />
      <path d="M4.5 20.25c.9-3.7 3.7-5.75 7.5-5.75s6.6 2.05 7.5 5.75" />
    </>,
  );
export const FlagIcon = (props: IconProps) =>
  draw(props, <path d="M5.5 21V4.5M5.5 4.5c4.2-2.2 8.3 2.2 13 0v9c-4.7 2.2-8.8-2.2-13 0" />);
export const AlertIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 7.75v5M12 16.1v.01" />
    </>,
  );
export const InfoIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 11.25v5M12 7.9v.01" />
    </>,
  );
