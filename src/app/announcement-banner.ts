import { ANNOUNCEMENT_LABELS } from '#base/announcement-kinds.ts';
import { escapeHtml } from '#base/text.ts';
import { announcementParts } from '#features/announcements/rules.ts';
import type { ShownAnnouncement } from '#platform/http/announcements.ts';

/** The attributes of `<html>` that show the banners; boot.ts removes those of dismissed ones before the first paint. */
export function announcementAttributes(announcements: readonly ShownAnnouncement[]): string {
  return announcements.map(({ id, kind }) => ` data-${kind}="${id}"`).join('');
}

/** The banners above a page, the same for every visitor; outside of React, so that they work before and without script. */
export function announcementBanners(announcements: readonly ShownAnnouncement[]): string {
  if (announcements.length === 0) return '';
  return `<div class="announcements">\n${announcements.map(banner).join('\n')}\n</div>\n`;
}

function banner({ kind, text }: ShownAnnouncement): string {
  const label = ANNOUNCEMENT_LABELS[kind];
  return (
    `<aside class="announcement ${kind}" aria-label="${label}"><p dir="auto"><strong>${label}</strong> ${textAsHtml(text)}</p>` +
    `<button type="button" class="needs-script" data-dismiss="${kind}">Dismiss</button></aside>`
  );
}

function textAsHtml(text: string): string {
  return announcementParts(text)
    .map((part) =>
      typeof part === 'string'
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part.href)}"${part.href.startsWith('/') ? '' : ' rel="noreferrer"'}>${escapeHtml(part.words)}</a>`,
    )
    .join('');
}
