import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { slugFromTitle, slugFromTyped } from '#base/slugs.ts';
import { TextField } from '#ui/text-field.tsx';
import { urls } from '#urls.ts';

export type SlugFieldProps = {
  initial: string;
  /** The form with the story's title field. */
  form: RefObject<HTMLFormElement | null>;
  onChange: () => void;
};

/** A story's slug, normalised as it is typed; while it is empty, the title proposes one. */
export function SlugField({ initial, form, onChange }: SlugFieldProps) {
  const [slug, setSlug] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the slug is a reason, not an ingredient
  useEffect(onChange, [onChange, slug]);

  useEffect(() => {
    if (slug !== '') return;
    const title = titleIn(form.current);
    const propose = () => title?.value.trim() && setSlug(slugFromTitle(title.value, 'story'));
    title?.addEventListener('change', propose);
    return () => title?.removeEventListener('change', propose);
  }, [form, slug]);

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const next = slugFromTyped(target.value.replaceAll(/\s/g, '-'));
    caret.current = Math.max(0, (target.selectionStart ?? 0) - (target.value.length - next.length));
    setSlug(next);
  }

  // A correction while the author types in the middle must not move the cursor to the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slug is a reason, not an ingredient
  useLayoutEffect(() => {
    if (caret.current !== undefined && input.current === document.activeElement)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [slug]);

  const address = <strong>{urls.story(slug === '' ? 'example-story' : slug)}</strong>;
  return (
    <TextField
      name="slug"
      label="Slug"
      hint={
        slug === initial ? (
          <>The story’s URL is {address}.</>
        ) : (
          <>This changes the story’s URL to {address}. Old links keep working.</>
        )
      }
      required
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      ref={input}
      value={slug}
      onChange={type}
      onBlur={() => {
        const title = titleIn(form.current)?.value.trim() ?? '';
        if (slug === '' && title !== '') setSlug(slugFromTitle(title, 'story'));
      }}
    />
  );
}

function titleIn(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('input[name="title"]') ?? null;
}
