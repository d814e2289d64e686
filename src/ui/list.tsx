import type { ComponentProps } from 'react';

/** A list without markers, which base.css takes away. The role keeps it a list for VoiceOver. */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
  return <ul role="list" {...props} />;
}

/** The same for an ordered list. */
export function OrderedList(props: ComponentProps<'ol'>) {
  // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
  return <ol role="list" {...props} />;
}
