import { getProfile } from '#features/accounts/contract/session.ts';
import { callApi } from '#ui/api-client.ts';
import { saveFile } from '#ui/save-file.ts';
import { readTokens } from '#ui/session.ts';

/** Downloads a book as the reader who is signed in; without a session the address itself says what is needed. */
export async function fetchBook(href: string): Promise<void> {
  try {
    // Any call renews a session’s token that has run out.
    await callApi(getProfile, {});
    const response = await fetch(href, { headers: { authorization: `Bearer ${readTokens()?.token}` } });
    if (!response.ok) throw new Error(String(response.status));
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    saveFile(await response.blob(), name ?? 'book.epub');
  } catch {
    window.location.assign(href);
  }
}
