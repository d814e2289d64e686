/** The length of a tag's name. */
export const MAX_TAG_NAME_CHARACTERS = 50;
