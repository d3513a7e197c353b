export {
  devFetchApiKey,
  devIssueApiKey,
  devListUsers,
  fetchApiKey,
  fetchOwnApiKey,
  issueApiKey,
  issueJwtApiKey,
  issueOwnApiKey,
  jwtFetchApiKey,
  regenerateApiKey,
  regenerateOwnApiKey,
  replaceOwnApiKeys,
} from './api-keys.api';
export { findAccounts, sendAccountLists } from './account-finder.api';
export { earlierOpenInvitation, earlierRequestSignUp, earlierSignUp } from './earlier-sign-ups.api';
export { confirmNewEmail } from './email-changes.api';
export { welcomeFounder } from './founders.api';
export { drawAvatar, drawGeneratedAvatars, findAvatar, removeAvatar, setAvatar, setSpooledAvatar } from './avatars.api';
export {
  createBot,
  createBotWithAvatar,
  deactivateBot,
  deleteBotStorage,
  getBotApiKey,
  getBotStorage,
  listBots,
  putBotStorage,
  regenerateBotApiKey,
  updateBot,
  updateBotWithAvatar,
} from './bots.api';
export type { UpdatedBot } from './bots.api';
export {
  getWebhookSettings,
  readServiceToken,
  removeWebhookSecret,
  setBotMentions,
  setWebhookSecret,
  showServiceToken,
} from './webhook-settings.api';
export {
  createInvitationLink,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
  sendInvitations,
} from './invitations.api';
export { noteReturnedInvitation } from './returned-invitations.api';
export { addJwtKey, listJwtKeys, removeJwtKey } from './jwt-keys.api';
export {
  addNavigationView,
  listNavigationViews,
  removeNavigationView,
  updateNavigationView,
} from './navigation-views.api';
export {
  addOwnPasskey,
  addPasskey,
  beginOwnPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginPasskeySignIn,
  logInWithPasskey,
  openSessionWithPasskey,
  removeOwnPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.api';
export type { NewCredential, PasskeyRegistrationOptions, PasskeySignInOptions, SignedCredential } from './passkeys.api';
export {
  applyPasswordReset,
  openPasswordReset,
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from './password-resets.api';
export {
  addAlertWords,
  deleteProfileData,
  listAlertWords,
  markOnboardingStep,
  muteUser,
  removeAlertWords,
  unmuteUser,
  updateProfileData,
} from './personal-lists.api';
export {
  externalSignUp,
  finishExternalSignIn,
  handOverSession,
  makeExternalAccount,
  openExternalSignUp,
  readExternalSignUp,
  receiveLogOutToken,
  redeemDesktopSignIn,
  signInApp,
  signInByProxy,
  signInByToken,
  signInNatively,
  startExternalSignIn,
} from './external-sign-ins.api';
export {
  addExternalIdentity,
  beginIdentityLink,
  listExternalIdentities,
  removeExternalIdentity,
  removeIdentityLink,
} from './external-identities.api';
export {
  beginConfirmation,
  confirmByProvider,
  getConfirmation,
  readConfirmation,
  requireProof,
} from './confirmations.api';
export { findSamlProvider, readSamlMetadata, receiveSamlLogOut } from './saml.api';
export type { ExternalSignInOutcome } from './external-sign-ins.api';
export { ALL_CAPABILITIES, NO_CAPABILITIES, register, registerQueue } from './register.api';
export type { FragmentFields } from './fragment-fields';
export type { ClientCapabilities, RegisterRequest } from './register.api';
export { RegisterResponseSchema } from './register-response.schema';
export {
  LdapConfigSchema,
  findInLdapDirectory,
  readLdapDirectory,
  removeLdapDirectory,
  setLdapDirectory,
  syncLdapDirectory,
} from './ldap.api';
export type { LdapConfig } from './ldap.api';
export { OPERATOR_MAILBOXES, forwardToOperators } from './operator-mails.api';
export { answerScim, createScimToken, listScimTokens, revokeScimToken } from './scim.api';
export { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, listSavedSnippets } from './saved-snippets.api';
export type { SavedSnippet } from './saved-snippets.api';
export {
  confirmOwnTotp,
  confirmTotp,
  getSecondFactors,
  logInWithFactor,
  openSessionWithFactor,
  removeOwnTotp,
  removeTotp,
  renewOwnRecoveryCodes,
  renewRecoveryCodes,
  resetSecondFactors,
  setUpFactorAtLogIn,
  setUpFactorOfStep,
  setUpOwnTotp,
  setUpTotp,
} from './second-factors.api';
export {
  closeCurrentSession,
  closeOtherSessions,
  devLogIn,
  endOtherSessions,
  endSession,
  endSessionsOfRealm,
  endSessionsOfUser,
  listSessions,
  logIn,
  logOut,
  openDevSession,
  openSession,
  readSessions,
  recordSessionUses,
  renewSessionToken,
} from './sessions.api';
export {
  applySettings,
  applySettingsToOthers,
  confirmEmailChange,
  runZcommand,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateSettingsDefaults,
} from './settings.api';
export { makeOwnAccount, openSignUp, readSignUp, requestSignUp, sendSignUpLink, signUp } from './sign-ups.api';
export type { SpooledFiles } from './spooled-files';
export {
  changeUserGroupMembers,
  changeUserGroupSubgroups,
  checkUserGroupMember,
  createUserGroup,
  deactivateUserGroup,
  listUserGroupMembers,
  listUserGroupSubgroups,
  listUserGroups,
  updateUserGroup,
} from './user-groups.api';
export {
  UserListSchema,
  applyUserChanges,
  applyUserChangesByEmail,
  createUser,
  deactivateOwnUser,
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  listUsers,
  reactivateUser,
  readUserList,
  updateUser,
  updateUserByEmail,
} from './users.api';
export type { AdministeredBot, BotObject, BotServiceObject } from './bot-object';
export type { GroupSettingUpdate, GroupSettingValue, UserGroupObject } from './group-object';
export { LANGUAGE_NAMES } from './languages';
export type { UnreadMessages } from './personal-state.schema';
export type { FetchedUser } from './user-object';
export { EMOJISET_CHOICES, NOTIFICATION_SOUNDS, USER_SETTINGS, shownSetting, storedSetting } from './user-settings';
export type { SettingValue, SettingValues, UserSetting, UserSettingName } from './user-settings';
export { UNSUBSCRIBE_TYPES, unsubscribeFromMail } from './unsubscribe.api';
export type { UnsubscribeType } from './unsubscribe.api';
