interface Volume<Chapter> {
  title: string | null;
  chapters: Chapter[];
}

/** Chapters in reading order, neighbours of one volume together. */
export function volumesOf<Chapter extends { volume: string | null }>(
  chapters: readonly Chapter[],
): Volume<Chapter>[] {
  const volumes: Volume<Chapter>[] = [];
  for (const chapter of chapters) {
    const current = volumes.at(-1);
    if (current !== undefined && current.title === chapter.volume) current.chapters.push(chapter);
    else volumes.push({ title: chapter.volume, chapters: [chapter] });
  }
  return volumes;
}
