import { createHash } from 'node:crypto';
import { isolated } from '#base/direction.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { siteName } from '#base/site-name.ts';
import { findSeries } from '#features/series/service.ts';
import { type Story, storyMessages } from '#features/stories/contract/stories.ts';
import type { Viewer } from '#features/stories/rules.ts';
import { findStoryId } from '#features/stories/service/find-story.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { svgOf } from '../rules/drawing.ts';
import { type CoverFacts, drawCover } from './draw-cover.ts';

/** A cover before it is drawn. */
export interface Cover {
  /** Changes with everything that can be seen on it. */
  version: string;
  svg(): Promise<string>;
}

/** Goes up when the same facts give another drawing. */
const DRAWING_VERSION = 3;

export function coverOf(facts: CoverFacts): Cover {
  const hash = createHash('sha256').update(JSON.stringify([DRAWING_VERSION, facts]));
  return {
    version: hash.digest('base64url').slice(0, 22),
    svg: async () => svgOf(await drawCover(facts), `${isolated(facts.title)}, by ${isolated(facts.author)}`),
  };
}

/** The facts of a story’s cover. The place on its spine is that in its first series. */
export function coverFactsOf(story: Story): CoverFacts {
  return {
    seed: `story ${story.id}`,
    title: story.title,
    author: story.author_display_name,
    tags: story.tags.map((tag) => tag.name),
    chosen: choiceOf(story),
    position: story.series[0]?.position,
  };
}

function choiceOf({ cover_paper, cover_foil, cover_ornament, cover_setting }: Story) {
  return { cover_paper, cover_foil, cover_ornament, cover_setting };
}

/** The cover of a story, for those who find the story. */
export async function storyCover(db: Connection, slug: string, viewer: Viewer): Promise<Outcome<Cover>> {
  const found = await findStoryId(db, slug, viewer);
  if (!found.ok) return found;
  const [story] = await storiesByIds(db, [found.data], viewer?.id);
  return story === undefined
    ? failure('not-found', storyMessages.notFound)
    : success(coverOf(coverFactsOf(story)));
}

/** The cover of a series, in the colours of its first story. */
export async function seriesCover(db: Connection, slug: string, viewer: Viewer): Promise<Outcome<Cover>> {
  const found = await findSeries(db, slug, viewer?.id);
  if (!found.ok) return found;
  const { id, title, author_display_name: author, stories } = found.data;
  const tags = stories[0]?.tags.map((tag) => tag.name) ?? [];
  return success(coverOf({ seed: `series ${id}`, title, author, tags, chosen: null }));
}

/** A cover that says nothing, for links that should not show what they lead to. */
export function neutralCover(): Cover {
  return coverOf({
    ...{ seed: 'neutral', title: siteName(), author: '', tags: [] },
    chosen: {
      ...{ cover_paper: 'night', cover_foil: 'amber' },
      ...{ cover_ornament: 'lamp', cover_setting: 'centred' },
    },
  });
}
