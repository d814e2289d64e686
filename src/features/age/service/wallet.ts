import type { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { verifyMdoc } from '#platform/security/mdoc.ts';
import { hashOfToken } from '#platform/security/token.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';
import { deleteOldChecks, insertPassedCheck, isPassedCheck, takePassedCheck } from '../store.ts';
import { type AgeCheck, isOpenCheck, nonceOf } from './check.ts';

/** The age verification profile of the EU: OpenID4VP by value, for one claim of one document. */
const DOCUMENT = 'eu.europa.ec.av.1';
const CLAIM = 'age_over_18';
const QUERY_ID = 'proof_of_age';
const SCHEME = 'av://';
const ES256 = -7;

type AgeContext = Pick<Context, 'db' | 'publicUrl' | 'signer'>;
export type WalletAge = Pick<AgeAssurance, 'counts'> & { issuers: readonly X509Certificate[] };

/** The address of the request, for the app: as a link and as a QR code. */
export function walletRequest({ publicUrl, signer }: AgeContext, { id }: AgeCheck): string {
  const { clientId, nonce, responseUri } = requestOf({ publicUrl, signer }, id);
  const query = {
    credentials: [
      {
        id: QUERY_ID,
        format: 'mso_mdoc',
        meta: { doctype_value: DOCUMENT },
        claims: [{ path: [DOCUMENT, CLAIM] }],
      },
    ],
  };
  const formats = { mso_mdoc: { issuerauth_alg_values: [ES256], deviceauth_alg_values: [ES256] } };
  const parameters = new URLSearchParams({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: clientId,
    response_uri: responseUri,
    nonce,
    dcql_query: JSON.stringify(query),
    client_metadata: JSON.stringify({ vp_formats_supported: formats }),
  });
  return `${SCHEME}?${parameters}`;
}

/** The reasons for which an answer is refused, for whoever develops the app; a person sees a sentence of the page. */
type WalletRefusal =
  | 'ended'
  | 'refused by the app'
  | 'unreadable'
  | 'untrusted'
  | 'tampered'
  | 'expired'
  | 'not-bound'
  | 'not over 18'
  | 'used';

const answerSchema = z.object({ [QUERY_ID]: z.union([z.string(), z.tuple([z.string()])]) });

/** Judges the app's answer to a request; undefined: it is a proof, and the browser can fetch it. */
export async function receiveAnswer(
  context: AgeContext & { age: WalletAge },
  id: string,
  answer: { vpToken: string | undefined; now: Date },
): Promise<WalletRefusal | undefined> {
  const refusal = await judge(context, id, answer);
  context.age.counts[refusal === undefined ? 'passed' : 'refused'] += 1;
  return refusal;
}

async function judge(
  { db, publicUrl, signer, age }: AgeContext & { age: WalletAge },
  id: string,
  { vpToken, now }: { vpToken: string | undefined; now: Date },
): Promise<WalletRefusal | undefined> {
  if (!isOpenCheck(signer, id, now)) return 'ended';
  if (vpToken === undefined) return 'refused by the app';
  const document = documentIn(vpToken);
  if (document === undefined) return 'unreadable';
  const request = requestOf({ publicUrl, signer }, id);
  const result = verifyMdoc(document, { docType: DOCUMENT, request, trusted: age.issuers, now });
  if (!result.ok) return result.problem;
  if (result.claims.get(CLAIM) !== true) return 'not over 18';
  await deleteOldChecks(db);
  return (await insertPassedCheck(db, hashOfToken(id))) ? undefined : 'used';
}

/** Whether the app has answered the browser's check; the proof stays for the browser to take. */
export function isAnswered({ db }: Pick<AgeContext, 'db'>, { id }: AgeCheck): Promise<boolean> {
  return isPassedCheck(db, hashOfToken(id));
}

/** Whether the browser's check has been passed; true once, so that the proof is handed over once. */
export function takeProof({ db }: Pick<AgeContext, 'db'>, { id }: AgeCheck): Promise<boolean> {
  return takePassedCheck(db, hashOfToken(id));
}

/** Each request has an address of its own, which the app signs together with the nonce. */
function requestOf({ publicUrl, signer }: Omit<AgeContext, 'db'>, id: string) {
  const responseUri = `${publicUrl}/age/answer/${id}`;
  return { clientId: `redirect_uri:${responseUri}`, nonce: nonceOf(signer, id), responseUri };
}

function documentIn(vpToken: string): Buffer | undefined {
  try {
    const answers = answerSchema.safeParse(JSON.parse(vpToken)).data?.[QUERY_ID];
    return answers === undefined ? undefined : Buffer.from([answers].flat()[0] ?? '', 'base64url');
  } catch {
    return undefined;
  }
}
