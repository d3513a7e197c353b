/** `msg_type` of every submessage that the service writes itself. */
export const WIDGET_TYPE = 'widget';

/** The first submessage of a message that is a poll, a todo list or a form (markdown.md 13.2). */
export interface SentWidget {
  submessageId: number;
  /** JSON text. */
  content: string;
}
