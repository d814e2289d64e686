import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCrawler } from './rules.ts';

test('search engines, link previews and checkers are recognised as crawlers', () => {
  const crawlers = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/149.0.0.0 Safari/537.36',
    'Twitterbot/1.0',
    'ia_archiver',
    'Mozilla/5.0 (compatible; SomeNewCrawler/0.1)',
  ];
  for (const agent of crawlers) assert.equal(isCrawler(agent), true, agent);
  const readers = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 16; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
    'Lynx/2.9.2 libwww-FM/2.14',
    '',
  ];
  for (const agent of readers) assert.equal(isCrawler(agent), false, agent);
  assert.equal(isCrawler(`${'a'.repeat(15_000)} bot`), false);
});
