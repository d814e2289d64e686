import { AGE_PATH } from '#features/age/rules.ts';
import { fileUrls, urls } from '#urls.ts';
import { isResolvedPath } from './resolved-path.ts';

/**
 * Addresses that show no story, title or name: the law, complaints, help, and what people need to manage an account or
 * end mails. Everything else is closed, so that a new address is closed until somebody decides otherwise.
 */
const openPaths = new Set([
  ...[urls.privacy(), urls.terms(), urls.guidelines(), urls.help(), urls.tools(), urls.contact(), urls.faq()],
  ...[urls.termsVersions(), '/api/site/terms'],
  ...[urls.takedownRequest(), urls.report(), urls.appeal(), urls.exit()],
  ...[urls.login(), urls.register(), urls.resetPassword(), urls.verifyEmail(), urls.googleCallback()],
  ...[urls.confirmEmail(), urls.keepEmail(), urls.profile(), urls.stopFollowMails(), urls.stopInboxMails()],
  ...[urls.newsletterConfirm(), urls.newsletterUnsubscribe(), urls.newsletterPreferences()],
  ...[fileUrls.healthz(), fileUrls.robots(), fileUrls.manifest(), fileUrls.openSearch()],
  ...[fileUrls.openApi(), fileUrls.apiDocs(), urls.serviceWorker(), AGE_PATH],
  ...['/api/site', '/api/reports', '/api/account/legal/takedown', '/api/newsletter/subscribe'],
  ...['/api/newsletter/unsubscribe', '/api/newsletter/preferences'],
  ...['/favicon.svg', '/plain.svg', fileUrls.icon(), fileUrls.touchIcon()],
]);

const openPrefixes = [
  ...[`${AGE_PATH}/`, '/assets/', '/accent/', '/icon-', '/plain-', '/.well-known/'],
  ...[
    '/api/auth/',
    '/api/accounts/',
    '/api/appeals/',
    '/api/site/texts/',
    '/api/site/terms/',
    `${urls.termsVersions()}/`,
    '/api/newsletter/confirm/',
  ],
  ...['/api/newsletter/unsubscribe/', '/api/newsletter/preferences/'],
  ...['/api/follows/stop-mails/', '/api/inbox/stop-mails/'],
];

const closedPrefixes = ['/api/accounts/users/'];

/** Whether an address is open to visitors without a proof of age. */
export function isOpen(path: string): boolean {
  if (!isResolvedPath(path)) return false;
  // Calls are found by the decoded path: /api/accounts/%75sers/x is an author. No open address needs such a letter.
  if (path.includes('%')) return false;
  if (closedPrefixes.some((prefix) => path.startsWith(prefix))) return false;
  return openPaths.has(path) || openPrefixes.some((prefix) => path.startsWith(prefix));
}
