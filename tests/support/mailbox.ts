import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { RunningSite } from './running-site.ts';

const TRIES = 300;

/** The mails that a site without a mail server has written for an address, oldest first. */
async function mailsFor(site: RunningSite, address: string): Promise<Email[]> {
  const folder = join(site.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}

/** Waits for the mail with this subject, or for the nth of several. */
export async function mailFor(site: RunningSite, address: string, subject: string, nth = 1): Promise<Email> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const matching = (await mailsFor(site, address)).filter((mail) => mail.subject === subject);
    const mail = matching[nth - 1];
    if (mail !== undefined) return mail;
    await pause(100);
  }
  const subjects = (await mailsFor(site, address)).map((mail) => mail.subject);
  assert.fail(`no mail "${subject}" (${nth}) for ${address}, only: ${subjects.join(', ')}\n${site.output()}`);
}

/** The path of the mail's link to a page of the site. */
export function linkIn(mail: Email, site: RunningSite, path: string): string {
  const links = [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)].map((match) => new URL(match[0]));
  const link = links.find((url) => url.origin === site.url && url.pathname === path);
  assert.ok(link, `no link to ${path} in:\n${mail.text}`);
  return link.pathname + link.search;
}
