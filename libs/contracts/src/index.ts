export { DomainError, UnavailableError, badRequest } from '@stoa/errors';
export type { Actor } from './actor';
export { declaredContracts, defineRpc } from './rpc/define-rpc';
export type { CallerAuth, RpcContract, RpcRequest, RpcResponse } from './rpc/define-rpc';
export { isCalled, isEndpoint } from './rpc/define-endpoint';
export type {
  CalledEndpoint,
  DocumentedError,
  EndpointDeclaration,
  HttpMethod,
  RequestOf,
} from './rpc/define-endpoint';
export { API } from './api';
export type { NamedEndpoint } from './api';
export { AudienceSet, encodeAudience } from './changes/audience';
export type { Audience } from './changes/audience';
export * from './events';
export {
  decodeBody,
  decodeRouting,
  encodeBody,
  encodeRouting,
  eventName,
  isOfType,
  traceOf,
  withTrace,
} from './changes/change';
export type {
  CapabilityCondition,
  ChangeRouting,
  EventBody,
  EventRoute,
  NumberedChange,
  PartitionBeat,
  PartitionState,
} from './changes/change';
export type { FetchedUser } from './users/user-object';
export type { GroupSettingUpdate, GroupSettingValue, UserGroupObject } from './users/group-object';
export { EMOJISET_CHOICES, NOTIFICATION_SOUNDS, USER_SETTINGS } from './users/user-settings';
export type { SettingValue, SettingValues, UserSetting, UserSettingName } from './users/user-settings';
export type { UnreadMessages } from './users/personal-state.schema';
export type { ChannelObject, SubscriptionObject } from './channels/channel-object';
export type { BotObject, BotServiceObject } from './users/bot-object';
export { SERVICE_VERSION, VERSION_FIELDS } from './service-version';
export { LANGUAGE_NAMES } from './users/languages';
