import { z } from 'zod';
import { emailSchema } from '#base/email-schema.ts';
import { STORY_STATUSES } from '#features/labels/contract/status.ts';

const text = (maximum: number) => z.string().max(maximum);
const addresses = z.array(text(500)).max(100).default([]);
const wrongEmail = 'email must be an email address';

const authorSchema = z.object({
  name: z.string().trim().min(1).max(200),
  email: emailSchema({ required: wrongEmail, form: wrongEmail }).optional(),
  bio: text(50_000).default(''),
  joined: z.iso.date().optional(),
  addresses,
});
export type ManifestAuthor = z.output<typeof authorSchema>;

/** `manifest.json` in a folder of files: who wrote what, and the addresses it had. */
const manifestSchema = z.object({
  authors: z.array(authorSchema).max(100_000),
  stories: z
    .array(
      z.object({
        file: text(300).describe('A file of the folder'),
        author: text(200).describe('The name of one of the authors'),
        title: text(1_000).optional(),
        synopsis: text(100_000).optional(),
        status: z.enum(STORY_STATUSES).optional(),
        language: text(35).optional(),
        tags: z.array(text(1_000)).max(1_000).optional(),
        published: z.iso.date().optional(),
        updated: z.iso.date().optional(),
        draft: z.boolean().default(false),
        addresses,
        chapter_addresses: z.array(addresses).max(10_000).default([]),
      }),
    )
    .min(1)
    .max(1_000_000),
  series: z
    .array(
      z.object({
        title: z.string().trim().min(1).max(1_000),
        synopsis: text(100_000).default(''),
        complete: z.boolean().default(false),
        author: text(200),
        stories: z.array(text(300)).max(1_000),
        addresses,
      }),
    )
    .max(100_000)
    .default([]),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Checks a parsed manifest; each problem is one line that names the place. */
export function readManifest(
  value: unknown,
): { ok: true; manifest: Manifest } | { ok: false; problems: string[] } {
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return { ok: true, manifest: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  };
}
