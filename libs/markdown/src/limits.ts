/** Length of message content in code points (markdown.md 1.1). */
export const MAX_MESSAGE_LENGTH = 10_000;

/** Length of a topic in code points (messages.md 1). */
export const MAX_TOPIC_LENGTH = 60;

/** HTML of more characters than this is refused (markdown.md 15). */
export const MAX_HTML_LENGTH = 100 * MAX_MESSAGE_LENGTH;
