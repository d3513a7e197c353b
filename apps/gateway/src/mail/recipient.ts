import type { OpenedMailbox } from './mailboxes';
import type { ReportAddress } from './rules/report-address';

/** Where a mail goes: to a channel or into a conversation, or to who counts what comes back. */
export type Recipient = OpenedMailbox | ReportAddress;
