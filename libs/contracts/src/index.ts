export { DomainError, UnavailableError, badRequest } from './domain-error';
export type { SerializedDomainError } from './domain-error';
export { ActorSchema, Role } from './actor';
export type { Actor, RoleCode } from './actor';
export { declaredContracts, defineRpc } from './rpc/define-rpc';
export type { RpcContract, RpcRequest, RpcResponse } from './rpc/define-rpc';
export { AudienceSet, encodeAudience } from './changes/audience';
export type { Audience } from './changes/audience';
export { changeEvent, encodeBody, encodeRouting } from './changes/change';
export type {
  CanonicalEvent,
  ChangeBody,
  ChangeEvent,
  ChangeRouting,
  EventBody,
  EventRoute,
  NumberedChange,
  PartitionBeat,
} from './changes/change';
export {
  DirectRecipientSchema,
  FetchedMessageSchema,
  MessageSchema,
  ReactionSchema,
  SubmessageSchema,
} from './events/message.event';
export type { CanonicalMessage, FetchedMessage, MessageEventHints, WireMessage } from './events/message.event';
export { SendMessageRequestSchema, SendMessageResponseSchema, sendMessage } from './messages/send.contract';
export type { SendMessageRequest, SendMessageResponse } from './messages/send.contract';
export {
  FetchMessagesRequestSchema,
  FetchMessagesResponseSchema,
  fetchMessage,
  fetchMessages,
} from './messages/fetch.contract';
export type { FetchMessagesRequest } from './messages/fetch.contract';
export { updateMessageFlags } from './messages/flags.contract';
