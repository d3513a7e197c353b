import type { Integration } from '../frame/declaration';
import { code } from '../frame/message-text';

/** Nearly a whole message: whoever looks at it wants to see what comes. */
const LONGEST = 9_000;

/** Anything, as it is. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  setup: 'Post any JSON to `{{url}}`. It is shown as it is, which helps to find out what a tool sends.',
  read: (payload) => [
    {
      topic: 'JSON',
      content: code(JSON.stringify(payload.value, null, 2), 'json', LONGEST).trim(),
      isSelfContained: true,
    },
  ],
  samples: [{ name: 'An object', body: { deployment: 'shop', version: '1.4.2', ok: true } }],
};
