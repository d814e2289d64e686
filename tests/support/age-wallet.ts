// The library of certificates needs it before its own code runs.
import 'reflect-metadata';
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  CoseKey,
  cborDecode,
  cborEncode,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  type IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
} from '@owf/mdoc';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export const AGE_DOCUMENT = 'eu.europa.ec.av.1';

/** An authority that says of people that they are over 18, with certificates as issuers of the EU have them. */
export interface AgeIssuer {
  /** The certificate that sites trust, in the PEM format. */
  certificate: string;
  signerCertificate: Buffer;
  signerKey: CoseKey;
}

/** The request in the link or the code of the site's page. */
export interface WalletRequest {
  clientId: string;
  responseUri: string;
  nonce: string;
}

const DAY_MILLISECONDS = 86_400_000;

/** The library of a wallet, which shares no code with the site's own check. */
const library: Pick<MdocContext, 'cose' | 'crypto'> = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '')).update(bytes).digest()),
    calculateEphemeralMacKey: () => Promise.reject(new Error('no MAC is asked for')),
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) =>
        new Uint8Array(sign('sha256', toBeSigned, { key: privateKeyOf(key), dsaEncoding: 'ieee-p1363' })),
      verify: () => Promise.reject(new Error('the wallet verifies nothing')),
    },
    mac0: {
      sign: () => Promise.reject(new Error('no MAC is asked for')),
      verify: () => Promise.reject(new Error('no MAC is asked for')),
    },
  },
};

function privateKeyOf(key: CoseKey) {
  return createPrivateKey({ format: 'jwk', key: key.jwk as object });
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** An authority with a certificate of its own and one for signing. */
export async function ageIssuer(options: { days?: number } = {}): Promise<AgeIssuer> {
  const notBefore = new Date(Date.now() - DAY_MILLISECONDS);
  const notAfter = new Date(Date.now() + (options.days ?? 30) * DAY_MILLISECONDS);
  const authorityKeys = await crypto.subtle.generateKey(ES256, true, ['sign', 'verify']);
  const signerKeys = await crypto.subtle.generateKey(ES256, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Age authority', keys: authorityKeys, signingAlgorithm: ES256, notBefore, notAfter },
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const signer = await X509CertificateGenerator.create({
    ...{ subject: 'CN=Age signer', issuer: authority.subject, publicKey: signerKeys.publicKey },
    ...{ signingKey: authorityKeys.privateKey, signingAlgorithm: ES256, notBefore, notAfter },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    ],
  });
  const jwk = await crypto.subtle.exportKey('jwk', signerKeys.privateKey);
  return {
    certificate: authority.toString('pem'),
    signerCertificate: Buffer.from(signer.rawData),
    signerKey: CoseKey.fromJwk({ ...jwk, alg: 'ES256', key_ops: undefined }),
  };
}

interface DocumentOptions {
  isOver18?: boolean;
  docType?: string;
  /** Days from now until the document ends; negative: it has ended. */
  days?: number;
}

export interface AgeWallet {
  /** The answer to a request, as the value of the field vp_token. */
  answer(request: WalletRequest, change?: (response: Map<string, unknown>) => void): Promise<string>;
}

/** An app with one document of an issuer, and the key that the document is bound to. */
export async function ageWallet(issuer: AgeIssuer, options: DocumentOptions = {}): Promise<AgeWallet> {
  const { isOver18 = true, docType = AGE_DOCUMENT, days = 20 } = options;
  const deviceKey = DeviceKey.fromJwk({ ...newKey(), alg: 'ES256' });
  const now = Date.now();
  const dayFromNow = (count: number) => new Date(now + count * DAY_MILLISECONDS);
  const issuing = new Issuer(docType, library).addIssuerNamespace(docType, { age_over_18: isOver18 });
  const document = await issuing.sign({
    signingKey: issuer.signerKey,
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: 'SHA-256',
    deviceKeyInfo: { deviceKey },
    validityInfo: { signed: dayFromNow(-40), validFrom: dayFromNow(-40), validUntil: dayFromNow(days) },
    certificates: [new Uint8Array(issuer.signerCertificate)],
  });
  return {
    async answer(request, change) {
      const response = await responseTo(request, { document, docType, deviceKey });
      if (change === undefined) return tokenOf(response);
      const decoded = cborDecode<Map<string, unknown>>(response);
      change(decoded);
      return tokenOf(cborEncode(decoded));
    },
  };
}

async function responseTo(
  { clientId, nonce, responseUri }: WalletRequest,
  { document, docType, deviceKey }: { document: IssuerSigned; docType: string; deviceKey: CoseKey },
): Promise<Uint8Array> {
  const transcript = await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri }, library);
  const namespaces = new Map([[docType, new Map([['age_over_18', false]])]]);
  const itemsRequest = ItemsRequest.create({ docType, namespaces });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
      sessionTranscript: transcript,
      issuerSigned: [document],
      signature: { signingKey: deviceKey },
    },
    library,
  );
  return response.encode();
}

function tokenOf(response: Uint8Array): string {
  return JSON.stringify({ proof_of_age: [Buffer.from(response).toString('base64url')] });
}

function newKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'jwk' });
}

/** The request that a page shows, read from its link. */
export function walletRequestIn(html: string): WalletRequest & { parameters: URLSearchParams } {
  const link = /href="(av:\/\/\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) throw new Error(`the page has no request: ${html.slice(0, 500)}`);
  const parameters = new URL(link).searchParams;
  const read = (name: string) => parameters.get(name) ?? '';
  return {
    clientId: read('client_id'),
    responseUri: read('response_uri'),
    nonce: read('nonce'),
    parameters,
  };
}
