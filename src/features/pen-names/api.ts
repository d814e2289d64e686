import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addPenName, editPenName, listPenNames, retirePenName } from './contract.ts';
import { addOwnPenName, changeOwnPenName, listOwnPenNames, retireOwnPenName } from './service.ts';

export const penNamesApi: ImplementedCall[] = [
  implement(listPenNames, listOwnPenNames),
  implement(addPenName, addOwnPenName),
  implement(editPenName, changeOwnPenName),
  implement(retirePenName, retireOwnPenName),
];
