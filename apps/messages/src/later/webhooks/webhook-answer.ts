/** What a service wants to be said. */
export interface WebhookReply {
  content: string;
  widgetContent?: string;
  /** Absent: where the service was asked. */
  address?: { channel: string; topic: string };
}

export type WebhookAnswer =
  | { kind: 'reply'; reply: WebhookReply }
  /** It was heard, and there is nothing to say. */
  | { kind: 'nothing' }
  /** It is of no form that is known; the text is for the conversation. */
  | { kind: 'wrong'; failure: string };

const SLACK = 2;
const NOTHING: WebhookAnswer = { kind: 'nothing' };

/** Reads the body of a success. */
export function readAnswer(text: string, form: number): WebhookAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'wrong', failure: 'Invalid JSON in response' };
  }
  if (value === '') return NOTHING;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'wrong', failure: 'Invalid response format' };
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  if (fields.get('response_not_required') === true) return NOTHING;
  const said = form === SLACK ? fields.get('text') : (fields.get('content') ?? fields.get('response_string'));
  if (said === undefined || said === null) return NOTHING;
  if (typeof said !== 'string') return { kind: 'wrong', failure: 'Invalid response format' };
  if (said.trim() === '') return NOTHING;
  const widget = form === SLACK ? undefined : fields.get('widget_content');
  const widgetContent = widget === undefined || widget === null ? undefined : textOf(widget);
  return { kind: 'reply', reply: { content: said, widgetContent } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
