export const ACCENT_THEMES = ['paper', 'lamp', 'sepia'] as const;
export type AccentTheme = (typeof ACCENT_THEMES)[number];

export interface AccentTokens {
  amber: string;
  amberDeep: string;
  amberSoft: string;
  onAmber: string;
  glow: string;
}

interface ThemeTokens {
  isDark: boolean;
  /** Page, raised, sunken. */
  grounds: readonly string[];
  /** The inks and signals that stand on the soft accent. */
  inks: readonly string[];
  edge: string;
  shipped: AccentTokens;
}

/** The colours of tokens.css that an accent has to get along with; a test compares the two. */
export const themeTokens: Record<AccentTheme, ThemeTokens> = {
  paper: {
    isDark: false,
    grounds: ['f7f1e5', 'fdf9f0', 'eee5d4'],
    inks: ['2b1f15', '5c4c3c', '6c5b49', '9c3b4a', '4a6020'],
    edge: '8b7a64',
    shipped: {
      amber: '8a5200',
      amberDeep: '6f4100',
      amberSoft: 'f3e5c8',
      onAmber: 'fff9ec',
      glow: 'c8811a',
    },
  },
  lamp: {
    isDark: true,
    grounds: ['15110d', '1f1913', '0f0c09'],
    inks: ['ede3d3', 'b9aa95', 'a09079', 'dc9298', 'aebf80'],
    edge: '7d6d5a',
    shipped: {
      amber: 'e6a94f',
      amberDeep: 'f2bd6e',
      amberSoft: '322413',
      onAmber: '1d1305',
      glow: 'e6a94f',
    },
  },
  sepia: {
    isDark: false,
    grounds: ['efe0c2', 'f5ead2', 'e4d2ae'],
    inks: ['38271a', '584431', '624d38', '8c2f3f', '40531a'],
    edge: '7c6548',
    shipped: {
      amber: '7a4500',
      amberDeep: '5f3500',
      amberSoft: 'e6cd98',
      onAmber: 'fff6e4',
      glow: 'a8660f',
    },
  },
};
