/** Kinds of errors that RFC 7644 (3.12) names. */
export type ScimErrorType =
  'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'tooMany' | 'uniqueness';

/** A refusal in the words of SCIM, which an identity provider shows its administrators (identity.md 8.6). */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType?: ScimErrorType,
  ) {
    super(detail);
    this.name = 'ScimError';
  }
}

export function invalidValue(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidValue');
}

export function resourceNotFound(id: string): ScimError {
  return new ScimError(404, `Resource ${id} not found`);
}

export function notImplemented(): ScimError {
  return new ScimError(501, 'Not Implemented');
}

export function addressTaken(address: string): ScimError {
  return new ScimError(409, `Email address already in use: ${address}`, 'uniqueness');
}
