import {
  IMPORT_EXTENSIONS,
  importMessages,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_FILES,
} from '../contract.ts';

/** Other spellings of the extensions, which the server reads too. */
const OTHER_EXTENSIONS = ['.markdown', '.htm', '.xhtml', '.text'];

/** The reason why a file can't be sent, before anybody waits for it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | undefined {
  const lowerCase = name.toLowerCase();
  if (![...IMPORT_EXTENSIONS, ...OTHER_EXTENSIONS].some((extension) => lowerCase.endsWith(extension)))
    return importMessages.unknownKind;
  if (size === 0) return importMessages.fileEmpty;
  return size > MAX_IMPORT_FILE_BYTES ? importMessages.fileTooLarge : undefined;
}

/** The reason why several files can't be sent together. */
export function filesProblem(files: readonly { size: number }[]): string | undefined {
  if (files.length > MAX_IMPORT_FILES) return importMessages.tooManyFiles;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_IMPORT_BYTES ? importMessages.tooLarge : undefined;
}

export function fileSize(bytes: number): string {
  if (bytes === 0) return '0 kB';
  return bytes < 2 ** 20
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
