import '../server-only.ts';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { CBORTag, type CBORType, decodeCBOR, encodeCBOR } from '@levischuck/tiny-cbor';

/** A part of a signed document that is not of the form that its standard asks for. */
class UnreadableCbor extends Error {}

/** The library reads from the start of the buffer, even of bytes that are a part of a larger one. */
export function cborOf(bytes: Uint8Array): CBORType {
  return decodeCBOR(new Uint8Array(bytes));
}

export function mapOf(value: CBORType): Map<string | number, CBORType> {
  if (value instanceof Map) return value;
  throw new UnreadableCbor('a map is missing');
}

export function listOf(value: CBORType): CBORType[] {
  if (Array.isArray(value)) return value;
  throw new UnreadableCbor('a list is missing');
}

export function bytesOf(value: CBORType): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new UnreadableCbor('bytes are missing');
}

const ENCODED_CBOR = 24;
const DATE = 0;

/** The bytes inside `#6.24(bstr .cbor …)`. */
export function embeddedBytes(value: CBORType): Uint8Array {
  if (value instanceof CBORTag && value.tag === ENCODED_CBOR) return bytesOf(value.value);
  throw new UnreadableCbor('embedded CBOR is missing');
}

export function embedded(bytes: Uint8Array): Uint8Array {
  return encodeCBOR(new CBORTag(ENCODED_CBOR, bytes));
}

export function dateOf(value: CBORType): Date {
  const text = value instanceof CBORTag && value.tag === DATE ? value.value : undefined;
  const date = new Date(typeof text === 'string' ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) throw new UnreadableCbor('a date is missing');
  return date;
}

/** The signature algorithms of RFC 9053, each with the one curve that ISO 18013-5 uses it with. */
const algorithms = new Map<CBORType, { hash: string; curve: string }>([
  [-7, { hash: 'sha256', curve: 'prime256v1' }],
  [-35, { hash: 'sha384', curve: 'secp384r1' }],
  [-36, { hash: 'sha512', curve: 'secp521r1' }],
]);

const ALGORITHM = 1;

/** Whether a COSE_Sign1 (RFC 9052) carries the key's signature of the payload. */
export function isSignedBy(sign1: CBORType, key: KeyObject, payload: Uint8Array): boolean {
  const [header, , , signature] = listOf(sign1);
  const algorithm = algorithms.get(mapOf(cborOf(bytesOf(header))).get(ALGORITHM));
  if (algorithm === undefined || key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false;
  const signed = encodeCBOR(['Signature1', bytesOf(header), new Uint8Array(), payload]);
  return verify(algorithm.hash, signed, { key, dsaEncoding: 'ieee-p1363' }, bytesOf(signature));
}

const KEY_TYPE = 1;
const [CURVE, X, Y] = [-1, -2, -3];
const ELLIPTIC = 2;
const P_256 = 1;

/** A public key of the curve P-256 as a COSE_Key (RFC 9053). */
export function publicKeyOf(value: CBORType): KeyObject {
  const key = mapOf(value);
  if (key.get(KEY_TYPE) !== ELLIPTIC || key.get(CURVE) !== P_256)
    throw new UnreadableCbor('the key is of another kind');
  const [x, y] = [X, Y].map((name) => Buffer.from(bytesOf(key.get(name))).toString('base64url'));
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}
