import { PushDecision } from '../decisions/triggers';

/** The organization as payloads name it. */
export interface PushRealm {
  realmId: number;
  /** Canonical URL, without a slash at the end. */
  url: string;
  name: string;
  /** The organization's external host, with its port if it has one. */
  host: string;
}

export interface PushSender {
  userId: number;
  fullName: string;
  /** API email. */
  email: string;
  /** Absolute, or a path of the organization. */
  avatarUrl: string;
}

export interface PushChannelConversation {
  type: 'channel';
  channelId: number;
  channelName: string;
  /** As stored: '' is sent as its display name. */
  topic: string;
}

export interface PushDirectConversation {
  type: 'direct';
  /** Everyone in the conversation, sender and recipient included, in any order. */
  participants: readonly { userId: number; fullName: string }[];
}

/** A message that is pushed: the same for all its recipients. */
export interface PushMessage {
  messageId: number;
  /** Time of sending, seconds since the epoch. */
  timestamp: number;
  /** From `contentText`: cut already. */
  text: string;
  sender: PushSender;
  conversation: PushChannelConversation | PushDirectConversation;
}

/** What one recipient's payload of a message depends on. */
export interface PushMessageView {
  realm: PushRealm;
  /** The recipient. */
  userId: number;
  /** The recipient's: what a notification says is written in it. */
  language: string;
  message: PushMessage;
  decision: PushDecision;
  /** False for a limited guest who may not see the sender: the payload has a placeholder. */
  canAccessSender: boolean;
}

export type E2eePlaintext = Readonly<Record<string, string | number | readonly number[]>>;

/** Where a notification goes, and which key it is for, as relay and client name them. */
export type E2eeAddress =
  /** push.md 4: the relay's id of the device, and any 64-bit integer that the client chose. */
  | { form: 'account'; relayDeviceId: bigint | number; pushAccountId: bigint | number }
  /** push.md 3: base64 of 8 bytes, and any unsigned 32-bit integer that the client chose. */
  | { form: 'device'; tokenId: string; pushKeyId: number };

/** An active end-to-end encrypted registration. */
export interface E2eeDevice {
  tokenKind: 'apns' | 'fcm';
  address: E2eeAddress;
}

export type PushKind = 'message' | 'remove' | 'test';

type E2eeAddressFields = { device_id: bigint | number } | { token_id: string };
type E2eeKeyFields = { push_account_id: bigint | number } | { push_key_id: number };

/** One element of `push_requests` (push.md 5.5, push.md 3.6). Has 64-bit integers: `relayJson` writes it. */
export type E2eePushRequest = E2eeAddressFields &
  (
    | {
        http_headers: { apns_priority: 5 | 10; apns_push_type: 'alert' | 'background' };
        payload: E2eeKeyFields & {
          encrypted_data: string;
          aps: { 'mutable-content': 1; alert: { title: string } };
        };
      }
    | { fcm_priority: 'high' | 'normal'; payload: E2eeKeyFields & { encrypted_data: string } }
  );

/** `apns_payload` of `push/notify`: the object that the vendor gets (push.md 5.6). */
export interface LegacyApnsPayload {
  aps: { alert?: { title: string; subtitle?: string; body: string }; sound?: 'default'; badge?: 0 };
  zulip: Readonly<Record<string, unknown>>;
  /** The neutral twin of `zulip`, where it fits. */
  service?: Readonly<Record<string, unknown>>;
}

/** What `push/notify` of the relay takes besides identity and tokens. */
export interface LegacyPayloads {
  gcm_payload: Readonly<Record<string, string>>;
  gcm_options: { priority: 'high' | 'normal' };
  apns_payload: LegacyApnsPayload;
}
