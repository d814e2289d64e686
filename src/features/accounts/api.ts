import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/accounts.ts';
import * as emailChange from './contract/email-change.ts';
import * as google from './contract/google.ts';
import { loginCode } from './contract/login-code.ts';
import { signInWithPasskey } from './contract/passkey-sign-in.ts';
import { passkeySignUpOptions, signUpWithPasskey } from './contract/passkey-sign-up.ts';
import { updateProfile } from './contract/profile.ts';
import { freshSignIn, signInWithSecondFactor } from './contract/second-factor.ts';
import * as session from './contract/session.ts';
import { endSessionById, listSessions } from './contract/sessions.ts';
import { resendVerificationMail, verifyAddressByLink } from './service/addresses.ts';
import {
  cancelOwnEmailChange,
  confirmNewAddress,
  readEmailChange,
  requestEmailChange,
  resendLinkForNewAddress,
  stopChangeByLink,
} from './service/email-change.ts';
import { proveIdentity } from './service/fresh-sign-in.ts';
import {
  linkWithGoogle,
  readSignInMethods,
  signInWithGoogle,
  startGoogleLink,
  startGoogleSignIn,
  unlinkFromGoogle,
} from './service/google.ts';
import { signInByCode } from './service/login-code.ts';
import { signInByPasskey } from './service/passkey-sign-in.ts';
import { registerWithPasskey, startPasskeySignUp } from './service/passkey-sign-up.ts';
import { replacePassword, requestPasswordReset, setPasswordByLink } from './service/passwords.ts';
import {
  deleteOwnAccount,
  readOwnProfile,
  replaceGeneratedUsername,
  requestDeletionLink,
  saveProfile,
} from './service/profile.ts';
import { finishWithCode } from './service/second-factor-sign-in.ts';
import {
  endOwnSession,
  endSession,
  readOpenSessions,
  renewSession,
  signOutElsewhere,
} from './service/sessions.ts';
import { register, signInWithPassword } from './service/sign-in.ts';

export const accountsApi: ImplementedCall[] = [
  implement(calls.signUp, register),
  implement(passkeySignUpOptions, startPasskeySignUp),
  implement(signUpWithPasskey, registerWithPasskey),
  implement(calls.signIn, signInWithPassword),
  implement(signInWithSecondFactor, finishWithCode),
  implement(signInWithPasskey, signInByPasskey),
  implement(freshSignIn, proveIdentity),
  implement(session.signOut, endSession),
  implement(session.refreshSession, renewSession),
  implement(calls.endOtherSessions, signOutElsewhere),
  implement(listSessions, readOpenSessions),
  implement(endSessionById, endOwnSession),
  implement(session.getProfile, readOwnProfile),
  implement(updateProfile, saveProfile),
  implement(calls.chooseUsername, replaceGeneratedUsername),
  implement(calls.changePassword, replacePassword),
  implement(calls.deleteAccount, deleteOwnAccount),
  implement(calls.askToDelete, requestDeletionLink),
  implement(calls.resendVerification, resendVerificationMail),
  implement(calls.verifyEmail, verifyAddressByLink),
  implement(calls.askPasswordReset, requestPasswordReset),
  implement(calls.resetPassword, setPasswordByLink),
  implement(emailChange.getEmailChange, readEmailChange),
  implement(emailChange.changeEmail, requestEmailChange),
  implement(emailChange.resendEmailChange, resendLinkForNewAddress),
  implement(emailChange.cancelEmailChange, cancelOwnEmailChange),
  implement(emailChange.confirmEmailChange, confirmNewAddress),
  implement(emailChange.stopEmailChange, stopChangeByLink),
  implement(loginCode, signInByCode),
  implement(google.signInWays, readSignInMethods),
  implement(google.startGoogle, startGoogleSignIn),
  implement(google.finishGoogle, signInWithGoogle),
  implement(google.linkGoogle, startGoogleLink),
  implement(google.finishGoogleLink, linkWithGoogle),
  implement(google.unlinkGoogle, unlinkFromGoogle),
];
