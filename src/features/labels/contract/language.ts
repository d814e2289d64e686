import { z } from 'zod';
import { canonicalLanguageTag } from '#base/language-tag.ts';

export const MAX_LANGUAGE_CHARACTERS = 35;

const languageMessages = { unknown: 'Language must be a language code such as en or pt-BR' };

export const languageInput = z
  .string(languageMessages.unknown)
  .max(MAX_LANGUAGE_CHARACTERS, languageMessages.unknown)
  .refine((tag) => canonicalLanguageTag(tag) !== undefined, languageMessages.unknown)
  .overwrite((tag) => canonicalLanguageTag(tag) ?? tag)
  .nullable()
  .describe('The language of its text as a BCP 47 tag; null where its author has not said');
