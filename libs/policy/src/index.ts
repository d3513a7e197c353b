export { Role, isAdministrator, isGuest, isModerator, isOwner } from './roles';
export type { HasRole } from './roles';
export { GroupGraph } from './group-membership';
export type { PolicyGroup, PolicyUser } from './group-membership';
export {
  canAccessChannelContent,
  canAccessChannelMetadata,
  canAdministerChannel,
  canSeeSubscribers,
  canSpectateChannel,
  canSubscribeOthers,
  canUnsubscribeOthers,
  decidePost,
  hasSharedHistory,
} from './channel-access';
export type { ChannelSender, ChannelViewer, PolicyChannel, PostDecision } from './channel-access';
export {
  MOVE_GRACE_SECONDS,
  RESOLVED_PREFIX,
  canMoveBetweenTopics,
  canMoveOutOfChannel,
  canResolveTopics,
  decideContentEdit,
  decideDeletion,
  isExemptFromMoveLimits,
  isResolveToggle,
  isWithinLimit,
  strictestMoveLimit,
} from './message-moderation';
export type {
  ContentEditDecision,
  DeletionDecision,
  MessageModerator,
  ModerationSettings,
  PolicyModeratedChannel,
} from './message-moderation';
export { canModifyMessage, canOpenAttachment, canReadMessage } from './can-read-message';
export type { MessageViewer, PolicyMessage } from './can-read-message';
export { canMentionWildcard } from './wildcard-mention';
export { BotType, hearsMentionsUnsubscribed, isAnsweredFor, isCalledByMention } from './mentioned-bots';
export type { MentionedAccount } from './mentioned-bots';
export { decideDirectMessage } from './direct-message-permission';
export type { DirectConversation, DirectMessageDecision } from './direct-message-permission';
export { canCreateTopic, isOpenToNewTopics } from './topic-creation';
export type { PolicyTopicCreation, TopicCreator } from './topic-creation';
export {
  mayChangePolicy,
  policyAfterMention,
  policyAfterParticipation,
  policyAfterSend,
} from './automatic-topic-policy';
export { decideTopic } from './topics-policy';
export type { ChannelTopicsPolicy, RealmTopicsPolicy, TopicDecision } from './topics-policy';
export { isChosenConversation } from './chosen-messages';
export type { MessageKinds } from './chosen-messages';
export { EmailVisibility, apiEmail, canSeeEmail, dummyEmail, mailDomain } from './email-visibility';
export { API_KEY_PATTERN, hashApiKey } from './api-key';
export { SESSION_TOKEN_PATTERN, generateSessionToken, hashSessionToken } from './session-token';
export {
  authorityOver,
  mayManageGroup,
  mayReactivate,
  maySetField,
  profileField,
  refuseDirectoryWish,
} from './directory-authority';
export type { FieldManager, FieldSource, ManagedField } from './directory-authority';
export { mayDeactivate, passwordHome } from './directory-passwords';
export { SCIM_TOKEN_PATTERN, generateScimToken, hashScimToken } from './scim-token';
export { crossSiteReason, foreignPageReason, sessionState } from './session-rules';
export type { RequestOrigin, SessionFacts, SessionState } from './session-rules';
export { avatarUrl, isGravatarOfPublicAddress, systemBotAvatar, newAvatarKey } from './avatar-url';
export type { AvatarOwner } from './avatar-url';
export {
  CHANNEL_PERMISSION_SETTINGS,
  GROUP_PERMISSION_SETTINGS,
  REALM_PERMISSION_SETTINGS,
  SERVER_SUPPORTED_PERMISSION_SETTINGS,
} from './permission-settings';
export type {
  ChannelPermissionSetting,
  GroupPermissionSetting,
  PermissionSetting,
  RealmPermissionSetting,
  WirePermissionSetting,
} from './permission-settings';
export {
  canAddMembers,
  canAddSubgroups,
  canManageGroup,
  canRemoveMembers,
  groupNameProblem,
  hasPermission,
  recursiveSubgroups,
  recursiveSupergroups,
  wouldCloseCircle,
} from './group-permissions';
export type { GroupManager, ManagedGroup } from './group-permissions';
export { enumerationCode, isDictSetting, needsOwnerToChange } from './realm-settings';
export { isManagedByAdministrators } from './workplace-group';
export type { MembershipFacts } from './workplace-group';
export { groupValueProblem, isSameGroupValue, normalizedGroupValue } from './group-setting-values';
export type { AnonymousGroupValue, GroupValue, GroupValueFacts, GroupValueProblem } from './group-setting-values';
export { checkEmailDomain, checkFullName, comparableName, isEmailAddress } from './account-rules';
export type { EmailDomainProblem, EmailDomainRules, NameProblem } from './account-rules';
export { refusalOf, refusalsOf } from './role-guards';
export type { GuardedActor, RoleGuard, RoleRefusal } from './role-guards';
export { checkSubdomain } from './subdomain-rules';
export { generateApiKey, openSealedApiKey, sealApiKey } from './sealed-api-key';
export { realmHost, realmIconUrl, realmLogoUrl, realmUrl } from './realm-images';
export type { ExternalAddress } from './realm-images';
export type { RealmImages } from './realm-images';
export { CHANNEL_COLORS } from './channel-colors';
export {
  administersUser,
  botCallsSeen,
  mayRepeatForBot,
  maySwitchBotLog,
  isForOwnersOnly,
  isFullMember,
  mayChangeEmails,
  mayCreateBots,
  refuseRole,
} from './user-administration';
export type { AdministeredUser, AdministrationRefusal, BotCreationGroups } from './user-administration';
export { canonicalTimeZone } from './time-zones';
export { customEmojiName, customEmojiNameProblem, customEmojiUrls } from './custom-emoji';
export type { CustomEmojiFile } from './custom-emoji';
export { isTooNewToInvite, refuseInvitationChange, refuseInvitedRole } from './invitations';
export type { InvitationRefusal } from './invitations';
export { linkProblem } from './link-rules';
export type { LinkFacts, LinkProblem } from './link-rules';
export { PASSWORD_RULES } from './password-rules';
export { type OwnMethods, isFreshSignIn, losesOwnMethods, neededProof, passwordRefusal } from './sign-in-rules';
export type { NeededProof, PasswordAttempt, PasswordRefusal, TellsDeactivated } from './sign-in-rules';
export { generateTotpSecret, totpAddress, totpCode, totpStep } from './totp';
export { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes';
export {
  isPasswordEnough,
  mayRemovePasskey,
  mayRemoveTotp,
  refuseSignInReset,
  stepAfterPassword,
} from './second-factors';
export type { FactorFacts, PasswordStep } from './second-factors';
export { identityLinkProblem } from './identity-links';
export { confirmationProblem, mayConfirm } from './confirmations';
export type { ConfirmationProblem } from './confirmations';
export { jwtIdentity } from './jwt-identity';
export { mayBringToken } from './jwt-provider';
export { JWT_ALGORITHMS, isJwtAlgorithm, jwtClaimsProblem, jwtKeyProblem } from './jwt-rules';
export type { JwtAlgorithm, JwtClaims, JwtClaimsProblem } from './jwt-rules';
export { passwordResetMail } from './password-resets';
export type { ForgetfulAccount, PasswordResetMail } from './password-resets';
export { signUpProblem } from './sign-up-rules';
export { decideExternalSignIn } from './external-sign-in';
export type {
  ExternalSignInDecision,
  ExternalSignInFacts,
  ExternalSignInRefusal,
  VouchedAccount,
} from './external-sign-in';
export { identityOfClaims, isOfHostedDomain, loggedOutByClaims, wantedClaims } from './external-identity';
export { mapsAll, namePairText, readNamePair, wantedMemberships } from './claimed-groups';
export type { ClaimedGroups, NamePair } from './claimed-groups';
export type { Claims, ExternalIdentity, LoggedOut, ProviderSession } from './external-identity';
export {
  OIDC_PRESETS,
  PROXY_START,
  SIGN_IN_KINDS,
  answersByForm,
  defaultIssuer,
  isSignInKind,
  offeredBackends,
  signInBackend,
  signInButtons,
  signInProviderName,
  signInProviderProblem,
  trustsNames,
} from './sign-in-providers';
export type { OidcPreset, ShownProvider, SignInKind, SignInProviderSettings } from './sign-in-providers';
export { IDP_INITIATED, SAML_SIGNED_PARTS, samlCertificate, samlKeyPair } from './saml-provider';
export type { SamlSignedPart } from './saml-provider';
export { remoteUserIdentity } from './remote-user';
export { APPLE_ISSUER } from './apple-provider';
export { appleIdentity } from './apple-identity';
export { identityOfAssertion } from './saml-identity';
export type { SamlAssertion } from './saml-identity';
export { desktopLoginText, hashPad, phoneLoginUrl, readAppSignIn } from './app-sign-in';
export type { AppSignIn, AppSignInParams, AppSignInProblem } from './app-sign-in';
export { safeNext } from './safe-next';
export { SEALED_COLUMN, isSealedColumn, openColumn, sealColumn } from './sealed-column';
export { openSealedText, sealText } from './sealed-text';
export { shownHeaders, withoutSecrets } from './shown-headers';
export type { SignUpFacts, SignUpProblem } from './sign-up-rules';
export { isLimitedGuest, limitsGuests } from './limited-guests';
export { PERSONAL_LIMITS, roomProblem } from './personal-limits';
export type { PersonalList } from './personal-limits';
