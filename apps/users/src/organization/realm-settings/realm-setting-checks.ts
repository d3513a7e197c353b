import { DomainError, LANGUAGE_NAMES, UpdateRealmRequest, badRequest } from '@stoa/contracts';
import { Role, needsOwnerToChange } from '@stoa/policy';

/** What the installation offers to its organizations. */
export interface ServerOffers {
  /** Authentication backends by their setting names, sorted. */
  authenticationMethods: readonly string[];
  /** Codes of video call providers. */
  videoProviders: readonly number[];
}

const GIPHY_RATINGS = [0, 1, 2, 3, 4];

/**
 * Everything of `PATCH /realm` that needs no state (organization.md 4.1): who may change what, then the values.
 * @throws DomainError with the texts of organization.md 4.2 to 4.5
 */
export function checkRequest(request: UpdateRealmRequest, role: number, offers: ServerOffers): void {
  const names = [
    ...Object.keys(request.settings),
    ...Object.keys(request.groups),
    ...(request.authenticationMethods ? ['authentication_methods'] : []),
    ...(request.stringId === null ? [] : ['string_id']),
  ];
  if (role !== Role.Owner && names.some(needsOwnerToChange)) {
    throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  if (request.authenticationMethods) checkMethods(request.authenticationMethods, offers.authenticationMethods);
  checkValues(request.settings, offers);
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

function checkValues(settings: UpdateRealmRequest['settings'], offers: ServerOffers): void {
  const { default_language: language, video_chat_provider: provider, giphy_rating: rating } = settings;
  if (typeof language === 'string' && !Object.hasOwn(LANGUAGE_NAMES, language)) {
    throw badRequest(`Invalid language '${language}'`);
  }
  if (typeof provider === 'number' && !offers.videoProviders.includes(provider)) {
    throw badRequest(`Invalid video_chat_provider ${provider}`);
  }
  if (typeof rating === 'number' && !GIPHY_RATINGS.includes(rating)) {
    throw badRequest(`Invalid giphy_rating ${rating}`);
  }
  const jitsi = settings.jitsi_server_url;
  if (typeof jitsi === 'string' && !isWebAddress(jitsi)) throw badRequest('jitsi_server_url is not an allowed_type');
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/.test(text) && URL.canParse(text);
}
