import type { CoverFoil, CoverPaper } from '#features/labels/contract/covers.ts';

/** The colours of a cover. They are printed into pictures, so they do not follow the reader's light. */
export interface CoverColours {
  paper: string;
  /** The title and the name on the paper. */
  ink: string;
  foil: string;
  /** The label, and what is printed on it. */
  label: string;
  labelInk: string;
  /** The foil as it is printed on the label. */
  labelFoil: string;
  /** The edge of the spine. */
  spine: string;
}

const BONE = '#f1e6d2';
const BROWN = '#2a201a';

const papers: Record<CoverPaper, { paper: string; spine: string; isDark: boolean }> = {
  night: { paper: '#221b17', spine: '#181210', isDark: true },
  ink: { paper: '#1c2b3d', spine: '#14202f', isDark: true },
  plum: { paper: '#3a2236', spine: '#2c1829', isDark: true },
  oxblood: { paper: '#4c1f22', spine: '#3a1619', isDark: true },
  moss: { paper: '#23362b', spine: '#19281f', isDark: true },
  slate: { paper: '#333d47', spine: '#262e36', isDark: true },
  linen: { paper: '#e9dcc4', spine: '#dbccb0', isDark: false },
  ash: { paper: '#d8dbd3', spine: '#c7cbc2', isDark: false },
};

const foils: Record<CoverFoil, { onDark: string; onLight: string }> = {
  amber: { onDark: '#e3a956', onLight: '#6e4409' },
  rose: { onDark: '#e0a29b', onLight: '#85323c' },
  verdigris: { onDark: '#86c4ad', onLight: '#225c4d' },
  bone: { onDark: '#eadec8', onLight: '#5a4d3d' },
};

export function coloursOf(paper: CoverPaper, foil: CoverFoil): CoverColours {
  const { isDark, ...grounds } = papers[paper];
  const { onDark, onLight } = foils[foil];
  return {
    ...grounds,
    ink: isDark ? BONE : BROWN,
    foil: isDark ? onDark : onLight,
    label: isDark ? BONE : BROWN,
    labelInk: isDark ? BROWN : BONE,
    labelFoil: isDark ? onLight : onDark,
  };
}
