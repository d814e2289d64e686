/** Import: files become stories, after their author has looked at a preview and accepted it. */
import { z } from 'zod';
import { type DataOf, defineCall } from '#base/contract.ts';
import { groupThousands } from '#base/text.ts';
import { authorUsernameInput } from '#features/pen-names/contract.ts';
import { MAX_STORY_TITLE_CHARACTERS, storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { visibilityInput } from '#features/stories/contract/visibility.ts';

export const MAX_IMPORT_FILES = 100;
export const MAX_IMPORT_FILE_BYTES = 25 * 2 ** 20;
export const MAX_IMPORT_BYTES = 50 * 2 ** 20;
export const MAX_FILE_NAME_CHARACTERS = 200;
/** The maximum number of an account's imports that wait to be accepted. */
export const MAX_OPEN_IMPORTS = 20;
export const IMPORT_HOURS = 24;
export const IMPORT_EXTENSIONS = ['.docx', '.epub', '.md', '.html', '.txt', '.json', '.zip'];

export const importMessages = {
  filesRequired: 'Choose at least one file',
  tooManyFiles: `Send up to ${MAX_IMPORT_FILES} files at once`,
  fileTooLarge: 'A file can have up to 25 MB',
  fileEmpty: 'The file is empty',
  unknownKind: 'This kind of file can’t be read',
  tooLarge: 'Files can have up to 25 MB each, and 50 MB together',
  tooManyOpen: `You have ${MAX_OPEN_IMPORTS} imports that wait for you. Accept or discard one first.`,
  notFound: 'This import is no longer here. Please send the files again.',
  reading: 'The files are still being read',
  failed: 'There is nothing to accept: no file could be read',
  unknownStory: 'This import has no such story',
  unknownSection: 'This story has no such section',
  chapterEmpty: 'A chapter needs at least one section',
  accepted: 'Your stories are drafts now. Nobody but you can see them.',
  acceptedVisible: 'Your stories are here now.',
  someAreDrafts: 'Some of your stories are still drafts.',
  acceptedAlready: 'You have accepted this import already.',
  nothingChosen: 'Choose at least one chapter',
  chaptersAdded: 'The chapters are in your story, as drafts. Readers find them once you publish them.',
  chaptersPublished: 'The chapters are in your story.',
  chaptersStayDrafts: 'The chapters are in your story, but still drafts.',
  addFailed: 'The chapters could not be added. Please try again.',
  loadFailed: 'The import could not be loaded',
  discardFailed: 'The import could not be discarded. Please try again.',
  discarded: 'The import is gone; nothing was kept.',
  sendFailed: 'The files could not be sent. Please try again.',
  acceptFailed: 'The stories could not be made. Please try again.',
};

export const IMPORT_STATES = ['reading', 'ready', 'failed', 'accepted'] as const;

const sectionSchema = z.object({
  number: z.int().describe('Names the section in accept'),
  label: z.string().describe('Its heading, or its first words'),
  starts: z.enum(['heading', 'page', 'scene', 'length']),
  level: z.int().optional().describe('The level of its heading, 1 to 6'),
  word_count: z.int(),
});

const importedChapterSchema = z.object({
  title: z.string(),
  volume: z.string().nullable(),
  is_draft: z.boolean().describe('Whether it stays a draft in whatever story comes of it, as its file says'),
  word_count: z.int(),
  sections: z.array(sectionSchema).describe('The parts at which chapters can be joined and parted'),
});

const importedStorySchema = z.object({
  number: z.int().describe('Names the story in accept'),
  file: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  synopsis: z.string(),
  tags: z.array(z.string()),
  chapters: z.array(importedChapterSchema),
  warnings: z.array(z.string()),
  same_title: z
    .object({ slug: z.string(), title: z.string() })
    .nullable()
    .describe('A story of yours that has this title already'),
});

const importSchema = z.object({
  id: z.int(),
  state: z.enum(IMPORT_STATES),
  created_at: z.iso.datetime(),
  files_read: z.int(),
  files_total: z.int(),
  problems: z.array(z.string()).describe('A sentence for each file that could not be read'),
  stories: z.array(importedStorySchema),
});
export type Import = z.output<typeof importSchema>;

const importId = z.string().min(1, 'Import id is required').max(20, 'Import id is too long');

export const createImport = defineCall({
  name: 'createImport',
  method: 'POST',
  path: '/imports',
  summary: `Sends files to be read: ${IMPORT_EXTENSIONS.join(', ')}, and the files of this site’s export. Nothing becomes a story before it is accepted.`,
  access: 'signed-in',
  rateLimit: 'write',
  idempotent: true,
  upload: { field: 'files', maxFiles: MAX_IMPORT_FILES, maxBytes: MAX_IMPORT_BYTES },
  input: z.object({
    files: z
      .array(
        z.file('Each of the files must be a file').max(MAX_IMPORT_FILE_BYTES, importMessages.fileTooLarge),
        importMessages.filesRequired,
      )
      .min(1, importMessages.filesRequired)
      .max(MAX_IMPORT_FILES, importMessages.tooManyFiles),
  }),
  data: importSchema,
  status: 201,
  errors: ['too-large'],
});

export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  path: '/imports',
  summary: 'Your imports that wait to be accepted or discarded, newest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    imports: z.array(
      importSchema.omit({ problems: true, stories: true }).extend({ files: z.array(z.string()) }),
    ),
  }),
  errors: [],
});

export type OpenImport = DataOf<typeof listImports>['imports'][number];

export const getImport = defineCall({
  name: 'getImport',
  method: 'GET',
  path: '/imports/{id}',
  summary: 'What was found in the files of your import so far.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: importId }),
  data: importSchema,
  errors: ['not-found'],
});

export const acceptImport = defineCall({
  name: 'acceptImport',
  method: 'POST',
  path: '/imports/{id}/accept',
  summary: `Makes stories of what was found in your import: of all, or of those named, with the chapters named; or adds the chapters to a story of yours. They are drafts unless another visibility is chosen. Done within ${IMPORT_HOURS} hours, after which an import is deleted.`,
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: importId,
    author_username: authorUsernameInput,
    stories: z
      .array(
        z.object({
          number: z.int(),
          title: z.string().max(1000, 'Title is too long').optional(),
          chapters: z
            .array(
              z.object({
                title: z.string().max(1000, 'Chapter title is too long'),
                volume: z.string().max(1000, 'Volume is too long').nullable().optional(),
                sections: z.array(z.int()).min(1, importMessages.chapterEmpty),
              }),
            )
            .optional()
            .describe('Left out: as previewed. Sections that no chapter names are left out'),
        }),
      )
      .optional()
      .describe(
        `Left out: all as previewed. Titles are cut at ${groupThousands(MAX_STORY_TITLE_CHARACTERS)} characters`,
      ),
    add_to: storyIdOrSlug
      .optional()
      .describe('A story of yours that gets the chapters, after its last one; no story is made then'),
    chapter_state: z
      .enum(['draft', 'published'], 'chapter_state must be draft or published')
      .default('draft')
      .describe(
        'Of chapters for add_to; left out: drafts. Beyond the day’s publishing quota they stay drafts, and drafts of the file in any case',
      ),
    visibility: visibilityInput
      .default('draft')
      .describe(
        'Who can see the stories; left out: drafts. Stories beyond the day’s publishing quota stay drafts',
      ),
  }),
  data: z.object({
    id: z.int(),
    state: z.enum(IMPORT_STATES),
    stories: z.array(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
    refusal: z.string().optional().describe('Why some of the stories, or the chapters, are still drafts'),
  }),
  errors: ['not-found', 'moved', 'not-yours', 'invalid'],
});

export const deleteImport = defineCall({
  name: 'deleteImport',
  method: 'DELETE',
  path: '/imports/{id}',
  summary: 'Discards your import and everything that was read.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: importId }),
  data: z.object({}),
  errors: ['not-found'],
});
