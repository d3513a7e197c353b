import type { MappedField } from '../scim-tokens/scim-tokens.repository';

/** The identity provider that asks, by its token, and the organization that it provisions. */
export interface ScimClient {
  requestId: string;
  deadlineAt: number;
  realmId: number;
  partition: number;
  /** Where accounts of the organization are served, with its port. */
  realmHost: string;
  /** Without a slash at the end. */
  realmUrl: string;
  tokenId: number;
  givesWholeNames: boolean;
  createsGuestsWithoutChannels: boolean;
  acceptsDeletions: boolean;
  adoptsGroups: boolean;
  profileFields: readonly MappedField[];
}

/** What is asked for below `/scim/v2`. */
export interface ScimRequest {
  method: string;
  /** Parts of the path. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  body: string | null;
  /** The header If-Match. */
  ifMatch: string | null;
}

export interface ScimResponse {
  status: number;
  /** Undefined: none. */
  body?: object;
  location?: string;
  etag?: string;
}
