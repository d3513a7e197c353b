export { ConfigurationError, loadEnvironment } from './validate-environment';
export {
  BooleanVariable,
  ChoiceVariable,
  IntegerVariable,
  NONE,
  OptionalUrlVariable,
  StringVariable,
  UrlVariable,
  describeEnvironment,
  listOf,
} from './variables';
export type { VariableDescription } from './variables';
export {
  FileServiceEnvironment,
  HostServiceEnvironment,
  RedisServiceEnvironment,
  ServiceEnvironment,
} from './service-environment';
export { clusterNames, redisAddress, redisNodes } from './redis-address';
export type { RedisAddress, RedisNode } from './redis-address';
export { OutgoingServiceEnvironment } from './outgoing-environment';
export { EmbeddedBotsVariable } from './bot-variables';
export {
  DigestMailsVariable,
  EmailGatewayPatternVariable,
  MailSenderVariable,
  MailUrlVariable,
  WelcomeMailSenderVariable,
} from './mail-variables';
export { mailboxOf } from './mailbox';
export type { Mailbox } from './mailbox';
