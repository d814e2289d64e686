import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { CONTENT_SECURITY_POLICY, securityHeaders } from '#app/headers.ts';

/** The findings of a policy evaluator, most severe first. */
function findingsIn(policy: string) {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .toSorted((a, b) => a.severity - b.severity)
    .map(({ severity, directive, value, description }) => ({
      grade: Severity[severity] ?? String(severity),
      what: `${directive} ${value ?? ''}: ${description}`,
    }));
}
const isGrave = ({ grade }: { grade: string }) =>
  grade === 'HIGH' || grade === 'MEDIUM' || grade === 'SYNTAX';

// Interface, Pages: The content security policy has neither unsafe-inline nor nonces
test('the content security policy of every response allows no injected script', () => {
  const sent = securityHeaders({ isHttps: true, isDevelopment: false, remoteImages: 'click' })[
    'content-security-policy'
  ];
  assert.equal(sent, CONTENT_SECURITY_POLICY);
  assert.deepEqual(findingsIn(CONTENT_SECURITY_POLICY).filter(isGrave), []);
});

test('a site of text alone permits no picture of another host', () => {
  const sent = securityHeaders({ isHttps: true, isDevelopment: false, remoteImages: 'off' });
  assert.match(sent['content-security-policy'] ?? '', /; img-src 'self';/);
});

test('control: an unsafe policy is detected', () => {
  for (const policy of [
    CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    CONTENT_SECURITY_POLICY.replace("script-src 'self'", 'script-src https:'),
    CONTENT_SECURITY_POLICY.replace("base-uri 'none'; ", '').replace(
      "script-src 'self'",
      "script-src 'nonce-abc'",
    ),
    "default-src 'self' 'unsafe-inline' https:",
  ])
    assert.ok(
      findingsIn(policy).some(({ grade }) => grade === 'HIGH'),
      policy,
    );
});
