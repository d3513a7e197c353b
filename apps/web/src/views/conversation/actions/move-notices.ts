import { isBoolean, remembered } from '../../../client/remembered';

/** Whether the old and the new place say that messages were moved, as it was chosen last. */
export const saysInOld = remembered('moveSaysInOld', false, isBoolean);
export const saysInNew = remembered('moveSaysInNew', true, isBoolean);
