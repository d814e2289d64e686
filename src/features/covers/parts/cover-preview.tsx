import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { firstCharacters } from '#base/text.ts';
import {
  COVER_FOILS,
  COVER_ORNAMENTS,
  COVER_PAPERS,
  COVER_SETTINGS,
  coverFoils,
  coverOrnaments,
  coverPapers,
  coverSettings,
} from '#features/labels/contract/covers.ts';
import { tagsIn } from '#features/tags/parts/typed-tags.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { callApi } from '#ui/api-client.ts';
import { coverMessages, previewCover } from '../contract.ts';
import { COLOURING_TAGS } from '../rules/choice.ts';
import { FALLBACK_FONTS } from '../rules/drawing.ts';
import styles from './cover-preview.module.css';

type Preview = DataOf<typeof previewCover>;

const DELAY_MILLISECONDS = 250;

/** The cover of one's own story as the form around it says: drawn again while its fields change. */
export function CoverPreview({ storyId }: { storyId: number }) {
  const anchor = useRef<HTMLElement>(null);
  const [preview, setPreview] = useState<Preview>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const form = anchor.current?.closest('form');
    if (form == null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let latest = 0;
    const draw = async () => {
      latest += 1;
      const own = latest;
      const drawn = await callApi(previewCover, { id: String(storyId), ...choicesIn(form) }).catch(
        () => undefined,
      );
      if (own !== latest) return;
      setHasFailed(drawn === undefined);
      if (drawn !== undefined) setPreview(drawn);
    };
    const drawSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(draw, DELAY_MILLISECONDS);
    };
    form.addEventListener('input', drawSoon);
    draw();
    return () => {
      form.removeEventListener('input', drawSoon);
      clearTimeout(timer);
      latest += 1;
    };
  }, [storyId]);

  return (
    <figure ref={anchor} className={styles.preview}>
      <div className={styles.frame}>{preview === undefined ? null : <CoverDrawing {...preview} />}</div>
      <figcaption className={styles.caption} role="status">
        {hasFailed ? coverMessages.failed : preview === undefined ? 'Drawing…' : inWords(preview)}
      </figcaption>
    </figure>
  );
}

function CoverDrawing({ width, height, shapes, texts }: Preview) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.drawing} aria-hidden="true">
      {shapes.map(({ d, fill = 'none', stroke, stroke_width: strokeWidth, opacity }, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity beyond their order
          key={at}
          {...{ d, fill, stroke, strokeWidth, opacity }}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {texts.map(({ text, x, y, size, fill, anchor }) => (
        <text
          key={`${y} ${text}`}
          {...{ x, y, fill }}
          fontFamily={FALLBACK_FONTS}
          fontSize={size}
          textAnchor={anchor}
          unicodeBidi="plaintext"
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

function inWords({ cover_paper, cover_foil, cover_ornament, cover_setting }: Preview): string {
  return `${coverPapers[cover_paper]} paper, ${coverFoils[cover_foil].toLowerCase()} foil, ${coverOrnaments[cover_ornament].toLowerCase()}; ${coverSettings[cover_setting].toLowerCase()}`;
}

function choicesIn(form: HTMLFormElement) {
  const data = new FormData(form);
  const chosen = <Name extends string>(name: string, names: readonly Name[]) => {
    const found = names.find((each) => each === data.get(name));
    return found === undefined ? {} : { [name]: found };
  };
  const title = data.get('title');
  const tags = data.get('tags');
  const author = data.get('author_username');
  return {
    ...(typeof title === 'string' && title.trim() !== ''
      ? { title: firstCharacters(title.trim(), 200) }
      : {}),
    ...(typeof tags === 'string' ? colouringTags(tags) : {}),
    ...(typeof author === 'string' && author !== '' ? { author_username: author } : {}),
    ...chosen('cover_paper', COVER_PAPERS),
    ...chosen('cover_foil', COVER_FOILS),
    ...chosen('cover_ornament', COVER_ORNAMENTS),
    ...chosen('cover_setting', COVER_SETTINGS),
  };
}

/** Tags that a cover is drawn from; an address would be too long for thirty of them. Refused ones leave the stored ones. */
function colouringTags(typed: string) {
  const checked = storyTagNames(tagsIn(typed));
  return checked.ok ? { tags: checked.names.slice(0, COLOURING_TAGS).join(',') } : {};
}
