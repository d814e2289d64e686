import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/accounts.ts';
import * as google from './contract/google.ts';
import { loginCode } from './contract/login-code.ts';
import { updateProfile } from './contract/profile.ts';
import { sendVerificationAgain, verifyByLink } from './service/addresses.ts';
import {
  beginLink,
  beginSignIn,
  linkWithGoogle,
  signInWithGoogle,
  unlinkFromGoogle,
  waysToSignIn,
} from './service/google.ts';
import { signInByCode } from './service/login-code.ts';
import { askForReset, setNewPassword, setPasswordByLink } from './service/passwords.ts';
import {
  askForDeletion,
  leaveForGood,
  readOwnProfile,
  saveProfile,
  takeUsername,
} from './service/profile.ts';
import { endSession, renewSession, signOutElsewhere } from './service/sessions.ts';
import { register, signInWithPassword } from './service/sign-in.ts';

export const accountsApi: ImplementedCall[] = [
  implement(calls.signUp, register),
  implement(calls.signIn, signInWithPassword),
  implement(calls.signOut, endSession),
  implement(calls.refreshSession, renewSession),
  implement(calls.endOtherSessions, signOutElsewhere),
  implement(calls.getProfile, readOwnProfile),
  implement(updateProfile, saveProfile),
  implement(calls.chooseUsername, takeUsername),
  implement(calls.changePassword, setNewPassword),
  implement(calls.deleteAccount, leaveForGood),
  implement(calls.askToDelete, askForDeletion),
  implement(calls.resendVerification, sendVerificationAgain),
  implement(calls.verifyEmail, verifyByLink),
  implement(calls.askPasswordReset, askForReset),
  implement(calls.resetPassword, setPasswordByLink),
  implement(loginCode, signInByCode),
  implement(google.signInWays, waysToSignIn),
  implement(google.startGoogle, beginSignIn),
  implement(google.finishGoogle, signInWithGoogle),
  implement(google.linkGoogle, beginLink),
  implement(google.finishGoogleLink, linkWithGoogle),
  implement(google.unlinkGoogle, unlinkFromGoogle),
];
