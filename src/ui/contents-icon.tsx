import { draw, type IconProps } from './icons.tsx';

/** A list of chapters. Apart from icons.tsx, which every page fetches. */
export const ContentsIcon = (props: IconProps) => draw(props, <path d="M5 7h14M5 12h14M5 17h9" />);
