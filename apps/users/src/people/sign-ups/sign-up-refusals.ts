import { badRequest } from '@stoa/errors';
import type { DomainError } from '@stoa/errors';
import type { SignUpProblem } from '@stoa/policy';

/** The error for an address that cannot sign up (identity.md 3); its field `reason` says why in a word. */
export function signUpRefusal(problem: SignUpProblem, email: string): DomainError {
  return badRequest(signUpText(problem, email), { reason: problem });
}

function signUpText(problem: SignUpProblem, email: string): string {
  switch (problem) {
    case 'invalid-address':
      return 'Invalid address.';
    case 'invitation-required':
      return `Please request an invite for ${email} from the organization administrator.`;
    case 'domain-not-allowed':
      return `Your email address, ${email}, is not in one of the domains that are allowed to register for accounts in this organization.`;
    case 'disposable':
      return 'Please use your real email address.';
    case 'contains-plus':
      return 'Email addresses containing + are not allowed in this organization.';
    case 'reserved':
      return 'Reserved for system bots.';
    case 'already-member':
      return 'Already has an account.';
    case 'deactivated':
      return 'Account has been deactivated.';
  }
}
