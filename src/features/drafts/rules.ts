/** The story or chapter that a draft's place names; `id` is the story's for a new chapter. */
export type Place = { kind: 'create-story' } | { kind: 'story' | 'new-chapter' | 'chapter'; id: number };

export function parsePlace(text: string): Place | undefined {
  if (text === 'create-story') return { kind: text };
  const [, kind, id] = /^(story|new-chapter|chapter)-([1-9][0-9]{0,14})$/.exec(text) ?? [];
  return kind === undefined
    ? undefined
    : { kind: kind as 'story' | 'new-chapter' | 'chapter', id: Number(id) };
}

export function placeName(place: Place): string {
  return place.kind === 'create-story' ? place.kind : `${place.kind}-${place.id}`;
}
