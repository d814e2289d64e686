import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode } from 'uqr';
import { escapeHtml } from '#base/text.ts';
import { ageAddresses } from '#features/age/rules.ts';
import type { AgeCheck } from '#features/age/service/check.ts';
import { hasProof } from '#features/age/service/proof.ts';
import { walletRequest } from '#features/age/service/wallet.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { AgeAssurance, AgeProvider } from '#platform/settings/age.ts';
import { urls, withQuery } from '#urls.ts';
import { exitLink, type PageRenderer, sendPlainDocument } from './render.ts';

export interface AgeOptions {
  context: Context & { age: AgeAssurance };
  renderer: PageRenderer;
}

const links = `<p><a href="${ageAddresses.help}">Help with this</a> · <a href="${urls.privacy()}">Privacy</a> · <a href="${urls.contact()}">Contact</a> · <a href="${urls.report()}">Report</a> · <a href="${urls.login()}">Log in</a> · ${exitLink}</p>`;

/** Asks for a proof; nothing of the page that was wanted is on it, not even its title. */
export function sendAgePage(
  reply: FastifyReply,
  options: AgeOptions,
  { status, back }: { status: number; back: string | undefined },
): FastifyReply {
  const begin = escapeHtml(withQuery(ageAddresses.begin, { back }));
  return sendPlainDocument(reply, options, {
    status,
    title: 'Proof of age',
    body: `<p>Where you are, the law asks us to check that readers are adults before we show a story.</p>
${introduction(options.context.age.provider)}
<p><a class="action" href="${begin}" rel="nofollow">Prove that you are over 18</a></p>
<p>If that does not work for you, or if you think that this is a mistake: <a href="${ageAddresses.help}">what you can do</a>.</p>
${links}`,
  });
}

function introduction(provider: AgeProvider): string {
  const memory = 'We keep nothing about you. For about a month this browser remembers that an adult uses it.';
  return provider.kind === 'eu'
    ? `<p>An age verification app tells us one thing, that you are over 18: no name, no date of birth. ${memory}</p>`
    : `<p>You log in at ${escapeHtml(provider.host)}, which then tells us whether you are over 18. It learns that you come from this site, but not what you read. ${memory}</p>`;
}

/** The messages above a request. */
const walletNotices = {
  none: '',
  early: `<p class="notice" role="status">Nothing has arrived from the app yet. Wait until it says that it is done, then press Continue again. If it refused, its proof may have ended: get a new one in the app, then <a href="${ageAddresses.begin}" rel="nofollow">start again</a>.</p>\n`,
  replaced: `<p class="notice" role="status">A check begun later in this browser has taken the place of this one. Use the code below; the earlier code leads nowhere.</p>\n`,
};

/** Shows the request of a check to the app, as a link and as a code. The page keeps the id, to notice a later check. */
export function sendWalletPage(
  reply: FastifyReply,
  options: AgeOptions,
  { check, notice }: { check: AgeCheck; notice: keyof typeof walletNotices },
): FastifyReply {
  const request = walletRequest(options.context, check);
  return sendPlainDocument(reply, options, {
    status: 200,
    title: 'Confirm in the app',
    body: `${walletNotices[notice]}<p>With the app on this device:</p>
<p><a class="action" href="${escapeHtml(request)}">Open the app</a></p>
<p>With the app on your phone, scan this code:</p>
${qrCode(request)}
<p>When the app says that it is done:</p>
<form method="post" action="${ageAddresses.done}"><input type="hidden" name="check" value="${check.id}"><p><button class="action" type="submit">Continue</button></p></form>
<script src="${ageAddresses.wait}"></script>
<p>The code is good for ten minutes. <a href="${ageAddresses.begin}" rel="nofollow">Start again</a></p>
${links}`,
  });
}

/** For a browser that already has a proof. */
export function sendProvedPage(reply: FastifyReply, options: AgeOptions, end: Date): FastifyReply {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(end);
  return sendPlainDocument(reply, options, {
    status: 200,
    title: 'Proof of age',
    body: `<p>Until ${day} this browser remembers that an adult uses it. Nothing else is stored, here or with us.</p>
<p><a class="action" href="${urls.home()}">Read</a></p>
<p>On a device that you share, let it forget:</p>
<form method="post" action="${ageAddresses.forget}"><p><button class="action quiet" type="submit">Forget the proof</button></p></form>
${links}`,
  });
}

const walletHelp = `<h2>What you need</h2>
<p>An age verification app of your country, or a wallet that has a proof of age. Your government’s site says where to get one. It is made out once, with an identity card or an online bank, and its issuer never learns where you use it.</p>
<h2>What we learn</h2>
<p>That you are over 18. No name, no date of birth, no number of a document. We store nothing about you, and the cookie in your browser is the same for everyone who showed a proof in the same week.</p>
<h2>If the app is on your phone and you read elsewhere</h2>
<p>Scan the code with the phone. When the app says that it is done, go back to the device that shows the code and press Continue.</p>
<h2>If it does not work</h2>
<p>“Expired” or “untrusted”: get a new proof in the app, because each is valid for some weeks only. Nothing arrives: begin again, because a code is good for ten minutes and once.</p>`;

const providerHelp = `<h2>What we learn</h2>
<p>Whether you are over 18. What else the answer holds is thrown away at once. We store nothing about you, and the cookie in your browser is the same for everyone who gave a proof in the same week.</p>
<h2>If it does not work</h2>
<p>Your account there may not know your age yet: complete it there, then begin again. A check is good for ten minutes, and once.</p>`;

/** For readers who don't know the app, have no document, or are not where we think they are. */
export function sendAgeHelpPage(reply: FastifyReply, options: AgeOptions): FastifyReply {
  return sendPlainDocument(reply, options, {
    status: 200,
    title: 'Help with the proof of age',
    body: `${options.context.age.provider.kind === 'eu' ? walletHelp : providerHelp}
<p>The question comes back at every page: allow this site to set cookies.</p>
<h2>If you are not where we think you are</h2>
<p>A network abroad, such as a VPN, counts as the place where it ends. If it is our mistake, <a href="${urls.contact()}">tell us</a>.</p>
<h2>Without a proof</h2>
<p>You can still log in, export your texts and delete your account, ask for a takedown, report a page and read our terms.</p>
<p><a class="action" href="${ageAddresses.begin}" rel="nofollow">Prove that you are over 18</a></p>
${links}`,
  });
}

const problems = {
  refused: {
    status: 400,
    title: 'No proof has arrived',
    text: 'The answer was a refusal, or could not be checked. You can try again.',
  },
  'not over 18': {
    status: 403,
    title: 'No proof of age',
    text: 'The answer does not say that you are over 18. If you are, complete your account there, then try again.',
  },
  unreachable: {
    status: 503,
    title: 'Not right now',
    text: 'The site that checks ages can’t be reached. Please try again in a few minutes.',
  },
} as const;

/** Says why the answer of a provider is no proof, and what to do. */
export function sendUnprovedPage(
  reply: FastifyReply,
  options: AgeOptions,
  problem: keyof typeof problems,
): FastifyReply {
  const { status, title, text } = problems[problem];
  return sendPlainDocument(reply, options, {
    status,
    title,
    body: `<p>${text}</p>
<p><a class="action" href="${ageAddresses.begin}" rel="nofollow">Try again</a></p>
${links}`,
  });
}

/**
 * Says why a check can't go on, and what to do. A browser that has its proof by then, from another tab or the same request
 * sent again, learns of the proof instead.
 */
export function sendEndedPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  options: AgeOptions,
): FastifyReply {
  if (hasProof(options.context.signer, headers.cookie)) return reply.redirect(ageAddresses.page, 303);
  return sendPlainDocument(reply, options, {
    status: 400,
    title: 'This check has ended',
    body: `<p>A check is good for ten minutes, once, and in the browser that began it. If you scanned a code with your phone, go back to the device that showed it and press Continue there.</p>
<p><a class="action" href="${ageAddresses.begin}" rel="nofollow">Start again</a></p>
${links}`,
  });
}

/** Drawn here, so that no other site learns of the visit. Dark on light in every theme, as cameras expect. */
function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return `<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code for the app"><rect width="${size}" height="${size}"/><path d="${path}" shape-rendering="crispEdges"/></svg>`;
}
