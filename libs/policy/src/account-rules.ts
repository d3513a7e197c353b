/** Why a full name is refused; the texts are users.md 1's. */
export type NameProblem =
  'Name must not be empty!' | 'Name too long!' | 'Invalid characters in name!' | 'Invalid format!';

const LONGEST_NAME = 100;
const FORBIDDEN_CHARACTERS = /[*`\\>"@]/;
/** Control characters, lone surrogates and Unicode non-characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
/** `Name|12` is how a mention names one of several users of a name. */
const MENTION_SUFFIX = /\|\d+$/;

/** Checks a full name, already trimmed (users.md 1, "full_name rules"). Uniqueness is the caller's. */
export function checkFullName(name: string): NameProblem | null {
  if (name === '') return 'Name must not be empty!';
  if ([...name].length > LONGEST_NAME) return 'Name too long!';
  if (UNPRINTABLE.test(name) || FORBIDDEN_CHARACTERS.test(name)) return 'Invalid characters in name!';
  if (MENTION_SUFFIX.test(name)) return 'Invalid format!';
  return null;
}

/** Form in which names are compared where an organization requires them to be unique. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Longest local part and address that mail systems accept (RFC 5321 4.5.3.1). */
const LONGEST_LOCAL_PART = 64;
const LONGEST_ADDRESS = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{}|~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{}|~-]+)*$/;
const DOMAIN_LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text can be the address of an account: `local@domain.tld` without comments or quoting. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at <= 0 || text.length > LONGEST_ADDRESS) return false;
  const local = text.slice(0, at);
  if (local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length >= 2 && labels.every((label) => DOMAIN_LABEL.test(label));
}

export interface EmailDomainRules {
  emailsRestrictedToDomains: boolean;
  disallowDisposableAddresses: boolean;
  allowedDomains: readonly { domain: string; allowSubdomains: boolean }[];
  isDisposable: (domain: string) => boolean;
}

export type EmailDomainProblem = 'outside-domains' | 'disposable' | 'contains-plus';

/** Whether an organization accepts an address (users.md 4, POST /users). */
export function checkEmailDomain(email: string, rules: EmailDomainRules): EmailDomainProblem | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (!rules.emailsRestrictedToDomains) {
    return rules.disallowDisposableAddresses && rules.isDisposable(domain) ? 'disposable' : null;
  }
  if (email.slice(0, at).includes('+')) return 'contains-plus';
  const isAllowed = rules.allowedDomains.some(
    (allowed) => domain === allowed.domain || (allowed.allowSubdomains && domain.endsWith(`.${allowed.domain}`)),
  );
  return isAllowed ? null : 'outside-domains';
}
