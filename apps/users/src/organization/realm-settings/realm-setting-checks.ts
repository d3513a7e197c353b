import { LANGUAGE_NAMES } from '@stoa/contracts/users';
import type { UpdateRealmRequest } from '@stoa/contracts/organization';
import { DomainError, badRequest } from '@stoa/errors';
import { Role, needsOwnerToChange } from '@stoa/policy';
import { DEFAULT_JITSI } from './stored-settings';

/** What the installation offers to its organizations. */
export interface ServerOffers {
  /** Authentication backends by their setting names, sorted. */
  authenticationMethods: readonly string[];
  /** Codes of video call providers. */
  videoProviders: readonly number[];
}

const GIF_RATINGS = [0, 1, 2, 3, 4];

/**
 * Everything of `PATCH /realm` that needs no state (organization.md 4.1): who may change what, then the values.
 * @throws DomainError with the texts of organization.md 4.2 to 4.5
 */
export function checkRequest(request: UpdateRealmRequest, role: number, offers: ServerOffers): void {
  if (role !== Role.Owner && Object.keys(request).some(needsOwnerToChange)) {
    throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  const { authentication_methods: methods } = request;
  if (methods) checkMethods(methods, offers.authenticationMethods);
  checkValues(request, offers);
}

function checkMethods(methods: Readonly<Record<string, boolean>>, offered: readonly string[]): void {
  const unknown = Object.keys(methods).find((name) => !offered.includes(name));
  if (unknown !== undefined) {
    const valid = offered.map((name) => `'${name}'`).join(', ');
    throw badRequest(`Invalid authentication method: ${unknown}. Valid methods are: [${valid}]`);
  }
  if (!Object.values(methods).includes(true)) {
    throw badRequest('At least one authentication method must be enabled.');
  }
}

function checkValues(request: UpdateRealmRequest, offers: ServerOffers): void {
  const { default_language: language, video_chat_provider: provider, gif_rating_policy: rating } = request;
  if (language !== undefined && !Object.hasOwn(LANGUAGE_NAMES, language)) {
    throw badRequest(`Invalid language '${language}'`);
  }
  if (provider !== undefined && !offers.videoProviders.includes(provider)) {
    throw badRequest(`Invalid video_chat_provider ${provider}`);
  }
  if (rating !== undefined && !GIF_RATINGS.includes(rating)) {
    throw badRequest(`Invalid gif_rating_policy ${rating}`);
  }
  const jitsi = request.jitsi_server_url;
  if (jitsi !== undefined && jitsi !== DEFAULT_JITSI && !isWebAddress(jitsi)) {
    throw badRequest('jitsi_server_url is not an allowed_type');
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/.test(text) && URL.canParse(text);
}
