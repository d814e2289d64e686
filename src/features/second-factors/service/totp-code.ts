import { createHmac, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;

/** The code of a step (RFC 6238 with SHA-1, six digits, as every authenticator app has it). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The step to which a typed code belongs: the current one, or one beside it, because clocks differ. */
export function stepOfCode(secret: Buffer, typed: string, currentStep: number): number | undefined {
  const received = Buffer.from(typed);
  return [currentStep, currentStep - 1, currentStep + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return expected.length === received.length && timingSafeEqual(expected, received);
  });
}
