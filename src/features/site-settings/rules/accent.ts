import { ACCENT_THEMES, type AccentTheme, type AccentTokens, themeTokens } from './theme-tokens.ts';

/** WCAG 2.2 for text. */
export const MIN_CONTRAST = 4.5;
const MIN_EDGE_CONTRAST = 3;

type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(0, 2), 16),
  Number.parseInt(hex.slice(2, 4), 16),
  Number.parseInt(hex.slice(4, 6), 16),
];

const hexOf = (rgb: Rgb) => rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour with a share of another one. */
function mix(colour: string, other: string, share: number): string {
  const [from, to] = [rgbOf(colour), rgbOf(other)];
  return hexOf(from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb);
}

/** The ground of a theme on which an accent is hardest to read. */
export function hardestGround(accent: string, theme: AccentTheme): { ground: string; ratio: number } {
  const ratios = themeTokens[theme].grounds.map((ground) => ({ ground, ratio: contrast(accent, ground) }));
  return ratios.reduce((hardest, each) => (each.ratio < hardest.ratio ? each : hardest));
}

/** A ratio in words: rounded down, so that one that is too low never reads as enough. */
export function ratioInWords(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)} to 1`;
}

const isLegible = (accent: string, theme: AccentTheme) => hardestGround(accent, theme).ratio >= MIN_CONTRAST;

/** The first of a hundred steps towards another colour that meets a condition; the last one if none does. */
function firstStep(colour: string, other: string, meets: (step: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.01) {
    const step = mix(colour, other, share);
    if (meets(step)) return step;
  }
  return other;
}

/** All tokens of a theme that follow from its accent; an accent too faint for the theme moves away from its grounds. */
export function accentTokens(accent: string, theme: AccentTheme): AccentTokens {
  const { shipped, grounds, inks, edge, isDark } = themeTokens[theme];
  if (accent === shipped.amber) return shipped;
  const [far, near] = isDark ? ['ffffff', '000000'] : ['000000', 'ffffff'];
  const amber = firstStep(accent, far, (step) => isLegible(step, theme));
  const amberDeep = mix(amber, far, isDark ? 0.25 : 0.2);
  // The ground of chips and marks: as much of the accent as the texts and lines upon it bear.
  const ground = grounds[0] ?? near;
  const amberSoft = firstStep(
    mix(ground, amber, 0.18),
    ground,
    (soft) =>
      [amber, ...inks].every((ink) => contrast(ink, soft) >= MIN_CONTRAST) &&
      contrast(edge, soft) >= MIN_EDGE_CONTRAST,
  );
  const onAmber = firstStep(shipped.onAmber, near, (step) => contrast(step, amber) >= MIN_CONTRAST);
  return { amber, amberDeep, amberSoft, onAmber, glow: isDark ? amber : mix(amber, 'ffffff', 0.25) };
}

const NAMES: Record<keyof AccentTokens, string> = {
  amber: 'amber',
  amberDeep: 'amber-deep',
  amberSoft: 'amber-soft',
  onAmber: 'on-amber',
  glow: 'glow',
};

/** The stylesheet of an accent: the tokens of all themes that follow from it. */
export function accentStyles({ paper, lamp }: { paper: string; lamp: string }): string {
  const isPaperShipped = paper === themeTokens.paper.shipped.amber;
  const accents: Record<AccentTheme, string> = {
    ...{ paper, lamp },
    sepia: isPaperShipped ? themeTokens.sepia.shipped.amber : paper,
  };
  const [onPaper, byLamp, onSepia] = ACCENT_THEMES.map((theme) => accentTokens(accents[theme], theme));
  const lines = (colour: (name: keyof AccentTokens) => string) =>
    (Object.keys(NAMES) as (keyof AccentTokens)[])
      .map((name) => `  --${NAMES[name]}: ${colour(name)};\n`)
      .join('');
  return [
    `:root {\n${lines((name) => `light-dark(#${onPaper?.[name]}, #${byLamp?.[name]})`)}}\n`,
    `:root[data-theme="sepia"] {\n${lines((name) => `#${onSepia?.[name]}`)}}\n`,
  ].join('\n');
}
