export type { AttachmentObject, ShownAttachment } from './attachment-object';
export {
  addAttachment,
  getTemporaryFileUrl,
  getThumbnailStatus,
  getUploadSpace,
  listAttachments,
  listEarlierAttachments,
  openAttachment,
  releaseUpload,
  removeAttachment,
  reserveUpload,
  uploadFile,
} from './attachments.api';
export { BOT_CALL_OUTCOMES, listBotCalls, resendBotCall, testBot } from './bot-calls.api';
export type { BotCall } from './bot-calls.api';
export { createDrafts, deleteDraft, editDraft, listDrafts } from './drafts.api';
export type { Draft, DraftInput } from './drafts.api';
export {
  DELIVERY_OUTCOMES,
  LONGEST_DELIVERY_BODY,
  LONGEST_DELIVERY_TEXT,
  MOST_DELIVERY_EVENTS,
  changeDeliveryLog,
  listIncomingDeliveries,
  noteIncomingDelivery,
  readIncomingDelivery,
  replayDelivery,
  tryIncomingDelivery,
} from './incoming-deliveries.api';
export type { IncomingDelivery, ReplayedDelivery } from './incoming-deliveries.api';
export { deleteMessage, deleteTopic, getMessageHistory, updateMessage } from './editing.api';
export type { HistoryEntry, UpdateMessageRequest } from './editing.api';
export { fetchMessage, fetchMessages, getMessage, getMessages, getTopicSummary, matchesNarrow } from './fetch.api';
export type { FetchMessagesRequest, Spectator } from './fetch.api';
export { markAllRead, markChannelRead, markTopicRead, updateFlagsForNarrow, updateMessageFlags } from './flags.api';
export { admitMailFiles, deliverMail, openMailbox } from './mail-intake.api';
export type { Mailbox } from './mail-intake.api';
export { sendAccountNotices, sendPendingNotices, testWelcomeMessage } from './notices.api';
export { addReaction, addSubmessage, getReadReceipts, removeReaction } from './reactions.api';
export { createReminder, deleteReminder, listReminders } from './reminders.api';
export type { Reminder } from './reminders.api';
export { REPORT_TYPES, reportMessage } from './reports.api';
export type { ReportType } from './reports.api';
export {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from './scheduled-messages.api';
export type { EditScheduledMessageRequest, ScheduledMessage } from './scheduled-messages.api';
export { postMessage, renderMessage, sendMessage } from './sending.api';
export type { SendMessageRequest, SendMessageResponse } from './sending.api';
export { setEditTyping, setTyping } from './typing.api';
