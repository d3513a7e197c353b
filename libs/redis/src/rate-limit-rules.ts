/** At most `points` calls within `seconds`. */
export interface RateLimitWindow {
  points: number;
  seconds: number;
}

export interface RateLimitRule {
  /** Part of the keys in Redis. */
  name: string;
  /** The shortest window first. */
  windows: readonly RateLimitWindow[];
  /** Counts may be cleared at any replica, so no other may refuse a key from memory. */
  isClearable?: boolean;
}

/** The rules that this release applies (organization.md 15). */
export const RATE_LIMIT_RULES = {
  /** Authenticated requests, per user id. */
  apiByUser: {
    name: 'api_by_user',
    windows: [
      { points: 200, seconds: 60 },
      { points: 2000, seconds: 3600 },
    ],
  },
  /** Unauthenticated requests, per address (see {@link rateLimitAddress}). */
  apiByIp: { name: 'api_by_ip', windows: [{ points: 100, seconds: 60 }] },
  /** Password logins, per user name; cleared by a successful one. */
  authenticateByUsername: {
    name: 'authenticate_by_username',
    windows: [{ points: 5, seconds: 1800 }],
    isClearable: true,
  },
  /** The same at passwords of directories, per person there, whatever was typed. */
  authenticateByPerson: {
    name: 'authenticate_by_person',
    windows: [{ points: 5, seconds: 1800 }],
    isClearable: true,
  },
  /** Mails that people without an account have sent to an address, per address of theirs. */
  sendsEmailByIp: { name: 'sends_email_by_ip', windows: [{ points: 5, seconds: 86_400 }] },
  /** Requests for a new password, per address that is to have one. */
  passwordResetFormByEmail: {
    name: 'password_reset_form_by_email',
    windows: [
      { points: 2, seconds: 3600 },
      { points: 5, seconds: 86_400 },
    ],
  },
  /**
   * The same per address that asks: each sends a mail, to whoever was named. More than strangers' other mails, as a whole
   * office may ask from behind one address.
   */
  passwordResetFormByIp: { name: 'password_reset_form_by_ip', windows: [{ points: 30, seconds: 3600 }] },
  /** Requests of an identity provider, per token: bursts of 25 a second and more are ordinary (identity.md 8.1). */
  scimByToken: { name: 'scim_by_token', windows: [{ points: 3000, seconds: 60 }] },
  /** Mails of strangers to whoever runs the installation, per mailbox. */
  mailToOperators: { name: 'mail_to_operators', windows: [{ points: 30, seconds: 3600 }] },
  /** Openings of one file by people without an account. */
  spectatorAttachmentAccessByFile: {
    name: 'spectator_attachment_access_by_file',
    windows: [{ points: 1000, seconds: 86_400 }],
  },
} as const satisfies Record<string, RateLimitRule>;
