/** The chapter that comments are about. */
export interface ChapterPlace {
  slug: string;
  storyId: number;
  chapterId: number;
}
