import { draw, type IconProps } from './icons.tsx';

/** Only for search results, because every page fetches icons.tsx. */

export const BookIcon = (props: IconProps) =>
  draw(
    props,
    <path d="M12 6.75C10.2 5.3 7.4 4.75 3.75 4.75v13.5c3.65 0 6.45.55 8.25 2 1.8-1.45 4.6-2 8.25-2V4.75c-3.65 0-6.45.55-8.25 2Zm0 0v13.5" />,
  );
export const TagIcon = (props: IconProps) =>
  draw(
    props,
    <>
      <path d="M12.6 3.75H20.25v7.65L11.4 20.25 3.75 12.6Z" />
      <path d="M16.25 7.75v.01" />
    </>,
  );
