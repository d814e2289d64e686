import { ANNOUNCEMENT_LABELS, type AnnouncementKind } from '#base/announcement-kinds.ts';
import { announcementParts } from '../rules.ts';

/** The banner of an announcement as visitors see it, without its button. */
export function AnnouncementText({ kind, text }: { kind: AnnouncementKind; text: string }) {
  return (
    <div className={`announcement ${kind}`}>
      <p dir="auto">
        <strong>{ANNOUNCEMENT_LABELS[kind]}</strong>
        {announcementParts(text).map((part, at) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may be alike
            <a key={at} href={part.href} rel={part.href.startsWith('/') ? undefined : 'noreferrer'}>
              {part.words}
            </a>
          ),
        )}
      </p>
    </div>
  );
}
