/** Passkeys: keys in people's devices that sign in without a password, and serve as second factor. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_CHARACTERS = 60;
export const PASSKEY_CHALLENGE_MINUTES = 5;

export const passkeyMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${MAX_PASSKEY_NAME_CHARACTERS} characters long`,
  notFound: 'There is no such passkey',
  tooMany: `You can have at most ${MAX_PASSKEYS} passkeys`,
  notAdded: 'The passkey could not be added. Please try again.',
  taken: 'This passkey is on an account already',
  refused: 'This passkey is unknown here, or it took too long. Please try again.',
  cancelled: 'Nothing was chosen. Please try again.',
  added: 'The passkey is added.',
  renamed: 'Name saved.',
  removed: 'The passkey is removed.',
  loadFailed: 'Failed to load your passkeys',
  failed: 'The passkey could not be changed',
  lastWayIn: 'This is the only way into your account. Set a password first',
};

const text = z.string().max(20_000);

/** The options as browsers take them (WebAuthn 3, 5.1.8 and 5.1.9): the site hands them on unread. */
export const optionsSchema = z.object({ options: z.looseObject({}) });

const responseSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(
    {
      id: z.string('Id must be a string').max(1400, 'Id is too long'),
      rawId: text,
      type: z.literal('public-key'),
      response: z.looseObject(shape),
      clientExtensionResults: z.looseObject({}).default({}),
      authenticatorAttachment: z.string().max(50).optional(),
    },
    'Response is required',
  );

export const passkeyResponse = responseSchema({
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
  userHandle: text.nullish(),
});
/** The answer of a browser that has made a passkey. Its transports are a hint alone: others than those of a browser are ignored. */
export const newPasskeyResponse = responseSchema({
  clientDataJSON: text,
  attestationObject: text,
  transports: z.array(z.string().max(50)).max(20).optional().catch(undefined),
});
export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>;

export type PasskeyResponse = z.output<typeof passkeyResponse>;

const name = z
  .string(passkeyMessages.nameRequired)
  .trim()
  .min(1, passkeyMessages.nameRequired)
  .max(MAX_PASSKEY_NAME_CHARACTERS, passkeyMessages.nameLong);

const passkeySchema = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  method: 'GET',
  path: '/accounts/passkeys',
  summary: 'Your passkeys, the oldest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ passkeys: z.array(passkeySchema) }),
  errors: [],
});

export const passkeyOptions = defineCall({
  name: 'passkeyOptions',
  method: 'POST',
  path: '/accounts/passkeys/options',
  summary: 'Gives the options with which a browser makes a new passkey.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({}),
  data: optionsSchema,
  errors: ['not-yours'],
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  method: 'POST',
  path: '/accounts/passkeys/verify',
  summary:
    'Adds the passkey that a browser has made. The first second factor of an account comes with recovery codes.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ name, response: newPasskeyResponse }),
  data: z.object({
    passkey: passkeySchema,
    recovery_codes: z.array(z.string()).describe('Empty if the account has some already'),
  }),
  status: 201,
  errors: ['not-yours', 'taken'],
});

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/accounts/passkeys/{id}',
  summary: 'Renames one of your passkeys.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ id: idSchema, name }),
  data: z.object({}),
  errors: ['not-found'],
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/accounts/passkeys/{id}',
  summary:
    'Removes one of your passkeys, unless it is the only way into the account. Without any second factor the recovery codes go too.',
  access: 'signed-in',
  needsFreshSignIn: true,
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found', 'not-yours'],
});

export const passkeySignInOptions = defineCall({
  name: 'passkeySignInOptions',
  method: 'POST',
  path: '/accounts/login/passkey/options',
  summary: 'Gives the options with which a browser asks for a passkey, the same for everybody.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({}),
  data: optionsSchema,
  errors: [],
});
