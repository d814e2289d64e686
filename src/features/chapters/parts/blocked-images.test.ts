import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { blockImages } from './blocked-images.ts';

/** The HTML that the loader makes of this text, with its pictures blocked. */
function blocked(html: string): string {
  return blockImages(cleanHtml(html).html, 'click');
}

// Interface, Pages: An image of another host is a labelled box until it is clicked
test('a picture becomes a box with its host and its description', () => {
  assert.equal(
    blocked('<p>Before <img src="https://pictures.example/lamp.png?a=1&amp;b=2" alt="A lamp"> after</p>'),
    '<p>Before <a class="blocked-image" href="https://pictures.example/lamp.png?a=1&amp;b=2" rel="nofollow ugc noopener noreferrer"' +
      ' data-src="https://pictures.example/lamp.png?a=1&amp;b=2" data-alt="A lamp">' +
      '<span>Picture from pictures.example: A lamp.</span> <span>Show pictures in this chapter</span></a> after</p>',
  );
});

test('no picture remains for the browser to fetch, even with markup in its description', () => {
  const alts = [
    '',
    'a > b',
    '"quoted" and \'quoted\' and `ticked`',
    '<img src=https://evil.example/x.png>',
    '"><img src="https://evil.example/x.png">',
    '&lt;img&gt; &amp;lt;',
    '</a><script>',
    'src="https://evil.example/" alt="x"',
  ];
  for (const alt of alts) {
    const source = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const html = blocked(`<p>x<img src="https://pictures.example/1.png" alt="${source}">y</p>`);
    const box = /<a class="blocked-image".*?<\/a>/.exec(html)?.[0] ?? '';
    const label = />Picture from pictures\.example(.*?)\.<\/span>/.exec(box)?.[1] ?? '';
    assert.match(html, /^<p>x<a class="blocked-image" href="https:\/\/pictures\.example\/1\.png"/, alt);
    assert.ok(html.endsWith('</a>y</p>'), alt);
    assert.ok(!label.includes('<') && !label.includes('"><'), alt);
    // Parsed and cleaned again, it has the same words and no picture.
    const again = cleanHtml(html);
    assert.ok(!again.html.includes('<img'), alt);
    assert.equal(
      again.text,
      `xPicture from pictures.example${alt === '' ? '' : `: ${alt}`}. Show pictures in this chaptery`,
    );
  }
});

test('a picture within a link becomes a label without its own link', () => {
  assert.equal(
    blocked(
      '<p><a href="https://a.example/"><em><img src="https://b.example/x.png" alt="Map"></em> here</a></p>',
    ),
    '<p><a href="https://a.example/" rel="nofollow ugc noopener noreferrer"><em>' +
      '<span class="blocked-image" data-src="https://b.example/x.png" data-alt="Map">Picture from b.example: Map</span>' +
      '</em> here</a></p>',
  );
});

test('a text without pictures is unchanged', () => {
  const table = [
    '',
    '<p>1 &lt; 2 &gt; 0 &amp; "so" on</p>',
    '<p>She typed &lt;img src="https://x.example/"&gt; and left.</p>',
    '<pre><code>&lt;img src="x"&gt;</code></pre>',
    '<p class="align-center">One<br>two</p><hr><p></p>',
  ];
  for (const html of table) assert.equal(blocked(html), cleanHtml(html).html);
});

test('a site of text alone shows the description of a picture, and its address nowhere', () => {
  const html =
    '<p>Before <img src="https://pictures.example/1.png" alt="A lamp &lt;lit&gt;"><img src="https://pictures.example/2.png"> after</p>';
  assert.equal(blockImages(cleanHtml(html).html, 'off'), '<p>Before [A lamp &lt;lit&gt;] after</p>');
});
