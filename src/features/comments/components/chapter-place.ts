/** The chapter that comments are about. */
export interface ChapterPlace {
  slug: string;
  storyId: number;
  /** The name under which the story is published. */
  storyAuthor: string;
  chapterId: number;
}
