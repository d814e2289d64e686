import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BAR_AT_TOP, barAfterScroll, readShare } from './bar-visibility.ts';

const FIRST_LINE = 300;

/** Whether the bar is away after scrolling to each of these places in turn. */
function awayAt(...places: number[]): boolean[] {
  let state = BAR_AT_TOP;
  return places.map((at) => {
    state = barAfterScroll(state, at, FIRST_LINE);
    return state.isAway;
  });
}

suite('the bar while reading', () => {
  test('a reader who scrolls down past the first line sees nothing but the text', () => {
    assert.deepEqual(awayAt(100, 250, 310, 400), [false, false, true, true]);
  });

  test('a reader who scrolls up has the bar again, and loses it on going on', () => {
    assert.deepEqual(awayAt(800, 790, 780, 770, 790, 810), [true, true, false, false, false, true]);
  });

  test('a reader whose finger trembles keeps the bar as it is', () => {
    assert.deepEqual(awayAt(800, 795, 800, 794, 799), [true, true, true, true, true]);
  });

  test('a reader at the head of the chapter always has the bar', () => {
    assert.deepEqual(awayAt(800, 300, 299), [true, false, false]);
  });
});

test('a reader sees how much of the text is above the lower edge of the window', () => {
  assert.equal(readShare({ top: 900, height: 1000 }, 800), 0);
  assert.equal(readShare({ top: 300, height: 1000 }, 800), 0.5);
  assert.equal(readShare({ top: -900, height: 1000 }, 800), 1);
  assert.equal(readShare({ top: 0, height: 0 }, 800), 0);
});
