import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { createInvitation, listInvitations, revokeInvitation } from './contract.ts';
import { inviteSomebody, readInvitations, takeInvitationBack } from './service/invitations.ts';

export const invitationsApi: ImplementedCall[] = [
  implement(createInvitation, inviteSomebody),
  implement(listInvitations, readInvitations),
  implement(revokeInvitation, takeInvitationBack),
];
