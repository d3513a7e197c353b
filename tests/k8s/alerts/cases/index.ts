import { BACKGROUND_ALERTS } from './background';
import type { CasesByAlert } from './case';
import { DIRECTORY_ALERTS } from './directories';
import { EVENT_ALERTS } from './events';
import { OBJECTIVE_ALERTS } from './objectives';
import { OVERLOAD_ALERTS } from './overload';
import { MAIL_ALERTS } from './mail';
import { PUSH_ALERTS } from './push';
import { REQUEST_ALERTS } from './requests';
import { SIGN_IN_ALERTS } from './sign-in';

export const CASES: CasesByAlert = {
  ...REQUEST_ALERTS,
  ...EVENT_ALERTS,
  ...OVERLOAD_ALERTS,
  ...BACKGROUND_ALERTS,
  ...MAIL_ALERTS,
  ...SIGN_IN_ALERTS,
  ...DIRECTORY_ALERTS,
  ...PUSH_ALERTS,
  ...OBJECTIVE_ALERTS,
};
