/** Covers: a typographic cover for each story and series, drawn by rule; no picture is ever uploaded. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import {
  COVER_FOILS,
  COVER_ORNAMENTS,
  COVER_PAPERS,
  COVER_SETTINGS,
} from '#features/labels/contract/covers.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

const MAX_PREVIEWED_TITLE = 400;
const MAX_PREVIEWED_TAGS = 4_000;
const MAX_PREVIEWED_NAME = 200;

export const coverMessages = {
  notYours: 'You do not have permission to edit this story',
  failed: 'The preview could not be drawn.',
};

export const previewCover = defineCall({
  name: 'previewCover',
  method: 'GET',
  path: '/stories/{id}/cover-preview',
  summary: 'The cover of your story as it would be drawn with these choices, as shapes for a drawing.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    id: storyIdOrSlug,
    title: z
      .string()
      .max(MAX_PREVIEWED_TITLE, 'Title is too long')
      .optional()
      .describe('Instead of the stored title'),
    tags: z
      .string()
      .max(MAX_PREVIEWED_TAGS, 'Tags are too long')
      .optional()
      .describe(
        'Instead of the stored tags, joined by commas; those that a story cannot have leave the stored ones',
      ),
    author_username: z
      .string()
      .max(MAX_PREVIEWED_NAME, 'Pen name is too long')
      .optional()
      .describe('Another of your pen names instead of the stored one; any other text leaves the stored one'),
    cover_paper: z.enum(COVER_PAPERS).optional(),
    cover_foil: z.enum(COVER_FOILS).optional(),
    cover_ornament: z.enum(COVER_ORNAMENTS).optional(),
    cover_setting: z.enum(COVER_SETTINGS).optional(),
  }),
  data: z.object({
    width: z.int(),
    height: z.int(),
    shapes: z.array(
      z.object({
        d: z.string().describe('A path in the syntax of SVG'),
        fill: z.string().optional(),
        stroke: z.string().optional(),
        stroke_width: z.number().optional(),
        opacity: z.number().optional(),
      }),
    ),
    texts: z
      .array(
        z.object({
          text: z.string(),
          x: z.number(),
          y: z.number(),
          size: z.number(),
          fill: z.string(),
          anchor: z.enum(['start', 'middle', 'end']),
        }),
      )
      .describe('Lines in scripts that the house’s letters lack'),
    cover_paper: z.enum(COVER_PAPERS),
    cover_foil: z.enum(COVER_FOILS),
    cover_ornament: z.enum(COVER_ORNAMENTS),
    cover_setting: z.enum(COVER_SETTINGS),
  }),
  errors: ['not-found', 'moved', 'not-yours'],
});
