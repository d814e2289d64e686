import '../server-only.ts';
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';
import {
  bytesOf,
  cborOf,
  dateOf,
  embedded,
  embeddedBytes,
  isSignedBy,
  listOf,
  mapOf,
  publicKeyOf,
} from './cose.ts';

/** The reasons for which a document of a wallet is refused. */
type MdocProblem =
  /** It is no single document of the kind that was asked for, or is malformed. */
  | 'unreadable'
  /** No trusted issuer has signed it. */
  | 'untrusted'
  /** The issuer's signature, or its digest of a claim, does not fit. */
  | 'tampered'
  /** It is not valid yet, or no longer. */
  | 'expired'
  /** The wallet has not signed this very request. */
  | 'not-bound';

interface Expected {
  docType: string;
  /** The request that the wallet answers. */
  request: OpenId4VpRequest;
  trusted: readonly X509Certificate[];
  now: Date;
}

interface OpenId4VpRequest {
  clientId: string;
  nonce: string;
  responseUri: string;
}

type Claims = Map<unknown, CBORType>;
type MdocResult = { ok: true; claims: Claims } | { ok: false; problem: MdocProblem };

const refused = (problem: MdocProblem): MdocResult => ({ ok: false, problem });

/**
 * The claims of the document in an answer to OpenID4VP 1.0 (DeviceResponse, ISO 18013-5), in the namespace that is named
 * like the document's type. The issuer has signed digests of the claims and the wallet's key; the wallet has signed the request.
 */
export function verifyMdoc(response: Uint8Array, expected: Expected): MdocResult {
  try {
    return verifyDocument(response, expected);
  } catch {
    // Malformed input: the CBOR reader, the certificate reader and the functions of cose.ts throw on it.
    return refused('unreadable');
  }
}

const CERTIFICATES = 33;
/** Clocks of issuers may be a little ahead. */
const SKEW_MILLISECONDS = 60_000;

function verifyDocument(response: Uint8Array, { docType, request, trusted, now }: Expected): MdocResult {
  const [document, ...others] = listOf(mapOf(cborOf(response)).get('documents')).map(mapOf);
  if (document === undefined || others.length > 0 || document.get('docType') !== docType)
    return refused('unreadable');
  const issuerSigned = mapOf(document.get('issuerSigned'));
  const issuerAuth = issuerSigned.get('issuerAuth');
  const [, header, payload] = listOf(issuerAuth);
  const issuer = trustedKey(certificateIn(mapOf(header).get(CERTIFICATES)), trusted, now);
  if (issuer === undefined) return refused('untrusted');
  if (!isSignedBy(issuerAuth, issuer, bytesOf(payload))) return refused('tampered');
  const signed = mapOf(cborOf(embeddedBytes(cborOf(bytesOf(payload)))));
  if (signed.get('docType') !== docType) return refused('unreadable');
  const validity = mapOf(signed.get('validityInfo'));
  const isEarly = dateOf(validity.get('validFrom')).getTime() > now.getTime() + SKEW_MILLISECONDS;
  if (isEarly || dateOf(validity.get('validUntil')) <= now) return refused('expired');
  const deviceKey = publicKeyOf(mapOf(signed.get('deviceKeyInfo')).get('deviceKey'));
  if (!isBound(mapOf(document.get('deviceSigned')), deviceKey, docType, request)) return refused('not-bound');
  const claims = claimsIn(listOf(mapOf(issuerSigned.get('nameSpaces')).get(docType)), signed, docType);
  return claims === undefined ? refused('tampered') : { ok: true, claims };
}

/** The certificate of the key that signed; those after it lead to the issuer's own and are not needed. */
function certificateIn(chain: CBORType): X509Certificate {
  return new X509Certificate(bytesOf(Array.isArray(chain) ? chain[0] : chain));
}

/** The key of a certificate that is trusted itself, or that a trusted one has issued (ISO 18013-5 has two levels). */
function trustedKey(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  now: Date,
): KeyObject | undefined {
  const isValid = ({ validFromDate, validToDate }: X509Certificate) =>
    validFromDate <= now && now < validToDate;
  const isTrusted = trusted.some(
    (issuer) =>
      isValid(issuer) &&
      (issuer.raw.equals(certificate.raw) ||
        (issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))),
  );
  return isValid(certificate) && isTrusted ? certificate.publicKey : undefined;
}

/** Whether the wallet's own key has signed this request: otherwise a stolen or repeated answer would do. */
function isBound(
  deviceSigned: Map<unknown, CBORType>,
  deviceKey: KeyObject,
  docType: string,
  request: OpenId4VpRequest,
): boolean {
  const signature = mapOf(deviceSigned.get('deviceAuth')).get('deviceSignature');
  if (signature === undefined) return false;
  const nameSpaces = deviceSigned.get('nameSpaces');
  embeddedBytes(nameSpaces);
  const authentication = encodeCBOR([
    'DeviceAuthentication',
    sessionTranscript(request),
    docType,
    nameSpaces,
  ]);
  return isSignedBy(signature, deviceKey, embedded(authentication));
}

/** OpenID4VP 1.0, appendix B.2.6.1; the null stands for the key of an encrypted answer. */
function sessionTranscript({ clientId, nonce, responseUri }: OpenId4VpRequest): CBORType {
  const info = encodeCBOR([clientId, nonce, null, responseUri]);
  return [null, null, ['OpenID4VPHandover', new Uint8Array(createHash('sha256').update(info).digest())]];
}

const digests = new Map<CBORType, string>([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

/** The claims; undefined if the issuer has signed another digest of one. */
function claimsIn(items: CBORType[], signed: Map<unknown, CBORType>, nameSpace: string): Claims | undefined {
  const digest = digests.get(signed.get('digestAlgorithm'));
  const signedDigests = mapOf(mapOf(signed.get('valueDigests')).get(nameSpace));
  const claims: Claims = new Map();
  for (const wrapped of items) {
    const bytes = embeddedBytes(wrapped);
    const item = mapOf(cborOf(bytes));
    const found = signedDigests.get(item.get('digestID') as number);
    if (digest === undefined || !(found instanceof Uint8Array)) return undefined;
    if (!createHash(digest).update(embedded(bytes)).digest().equals(found)) return undefined;
    claims.set(item.get('elementIdentifier'), item.get('elementValue'));
  }
  return claims;
}
