import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReportReason } from './rules.ts';

// Spec 5: Report: messages, padding to 10, placeholder 10-500
// Interface, Stories: A report is stored padded
test('a reason is trimmed, measured in characters, and padded when it is short', () => {
  const table: [string, string | { message: string }][] = [
    ['It copies a novel that I know.', 'It copies a novel that I know.'],
    ['  Copied.  ', 'Copied.   '],
    ['1234567890', '1234567890'],
    ['😀', '😀         '],
    ['x'.repeat(500), 'x'.repeat(500)],
    [` ${'😀'.repeat(500)}\n`, '😀'.repeat(500)],
    ['x'.repeat(501), { message: 'Reason must be less than 500 characters' }],
    ['', { message: 'Reason is required' }],
    [' \n\t ', { message: 'Reason is required' }],
    ['\u200b\u2060', { message: 'Reason is required' }],
  ];
  for (const [typed, expected] of table) {
    const read = parseReportReason(typed);
    assert.deepEqual(
      read.ok ? read.reason : { message: read.message },
      expected,
      JSON.stringify(typed.slice(0, 20)),
    );
    if (read.ok) assert.ok([...read.reason].length >= 10);
  }
});
