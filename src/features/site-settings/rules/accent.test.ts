import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accentStyles, accentTokens, contrast, hardestGround, MIN_CONTRAST, ratioInWords } from './accent.ts';
import { ACCENT_THEMES, themeTokens } from './theme-tokens.ts';

const css = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8');
const SEPIA = css.slice(css.indexOf('[data-theme="sepia"]'));

function tokenOf(name: string, theme: (typeof ACCENT_THEMES)[number]): string | undefined {
  if (theme === 'sepia') return new RegExp(`--${name}: #([0-9a-f]{6});`).exec(SEPIA)?.[1];
  const [, paper, lamp] =
    new RegExp(`--${name}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(css) ?? [];
  return theme === 'paper' ? paper : lamp;
}

test('the colours that an accent has to get along with are those of tokens.css', () => {
  for (const theme of ACCENT_THEMES) {
    const { grounds, inks, edge, shipped } = themeTokens[theme];
    const { amber, amberDeep, amberSoft, onAmber, glow } = shipped;
    const names = ['ground', 'raised', 'sunken', 'ink', 'ink-quiet', 'ink-faint', 'rose', 'moss', 'edge'];
    assert.deepEqual(
      [...grounds, ...inks, edge],
      names.map((name) => tokenOf(name, theme)),
    );
    const own = ['amber', 'amber-deep', 'amber-soft', 'on-amber', 'glow'];
    assert.deepEqual(
      [amber, amberDeep, amberSoft, onAmber, glow],
      own.map((name) => tokenOf(name, theme)),
    );
  }
});

test('contrast is measured as WCAG does', () => {
  assert.equal(contrast('000000', 'ffffff'), 21);
  assert.equal(contrast('777777', 'ffffff').toFixed(2), '4.48');
  assert.equal(ratioInWords(4.499), '4.49 to 1');
  assert.equal(hardestGround('8a5200', 'paper').ground, 'eee5d4');
});

test('every accent that is legible gives tokens that are', () => {
  const accents = {
    paper: ['1d4ed8', '7a1f5c', '0b5d3b', '222222', '8a0000', '5b4b00'],
    lamp: ['8fb7ff', 'ff9ad5', '7fe0a8', 'ffffff', 'ff8f7a', 'e6e04f', '9a8fff'],
    sepia: ['1d4ed8', '7a1f5c', '0b5d3b', '222222', '0a6b63', '8a5200'],
  };
  for (const theme of ACCENT_THEMES)
    for (const accent of accents[theme]) {
      const { inks, edge } = themeTokens[theme];
      const { amber, amberDeep, amberSoft, onAmber } = accentTokens(accent, theme);
      const name = `${accent} in ${theme}`;
      for (const colour of [amber, amberDeep])
        assert.ok(hardestGround(colour, theme).ratio >= MIN_CONTRAST, `${name}: ${colour}`);
      for (const ink of [amber, ...inks])
        assert.ok(contrast(ink, amberSoft) >= MIN_CONTRAST, `${name}: ${ink}`);
      assert.ok(contrast(edge, amberSoft) >= 3, `${name}: edge`);
      assert.ok(contrast(onAmber, amber) >= MIN_CONTRAST, name);
      assert.ok(contrast(onAmber, amberDeep) >= MIN_CONTRAST, name);
    }
});

test('the colours that come with the site give its own tokens', () => {
  const styles = accentStyles({ paper: '8a5200', lamp: 'e6a94f' });
  assert.match(styles, /--amber-soft: light-dark\(#f3e5c8, #322413\);/);
  assert.match(styles, /sepia"\] \{\n {2}--amber: #7a4500;/);
});
