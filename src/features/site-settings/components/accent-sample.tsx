import { contrast, MIN_CONTRAST, ratioInWords } from '../rules/accent.ts';
import { themeTokens } from '../rules/theme-tokens.ts';
import styles from './setting-form.module.css';

const WIDTH = 96;
const HEIGHT = 56;
const NAMES = ['page', 'raised', 'sunken'];

/** An accent on the grounds of its theme, with the contrast on each. */
export function AccentSample({ typed, theme }: { typed: string; theme: 'paper' | 'lamp' }) {
  const [, digits] = /^#?([0-9a-f]{6})$/.exec(typed.trim().toLowerCase()) ?? [];
  if (digits === undefined) return null;
  return (
    <ul className={styles.samples} aria-label="Contrast">
      {themeTokens[theme].grounds.map((ground, at) => {
        const ratio = contrast(digits, ground);
        return (
          <li key={ground} className={styles.sample}>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
              <rect width={WIDTH} height={HEIGHT} rx={6} fill={`#${ground}`} />
              <text x={WIDTH / 2} y={36} textAnchor="middle" fontSize={22} fill={`#${digits}`}>
                Aa
              </text>
            </svg>
            <span className={styles.ratio}>
              {NAMES[at]}: {ratioInWords(ratio)}
              {ratio < MIN_CONTRAST ? ', too low' : ''}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
