export type { EmbeddedAnswer, EmbeddedBot } from './embedded-bots/embedded-bot';
export { EMBEDDED_BOTS, acceptsConfig, askedText, embeddedBotNamed } from './embedded-bots/embedded-bots';
export {
  SECRET_SETTING,
  integrationOfSecret,
  isSecretSetting,
  neededSecrets,
  secretSettings,
  webhookSecrets,
} from './frame/bot-secrets';
export type { Integration } from './frame/declaration';
export type { Delivery } from './frame/delivery';
export { checkSignature, readDelivery, takesForms } from './frame/read-delivery';
export type { KnownPeople } from './frame/people';
export type { DeliveryMessage, DeliveryReading, ReadingOptions } from './frame/read-delivery';
export { INTEGRATIONS, integrationNamed } from './registry';
export { INVALID_PAYLOAD } from './frame/refusals';
export { code, plain, withoutMentions } from './frame/message-text';
