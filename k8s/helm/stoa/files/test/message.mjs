// `helm test`: asks a gateway for its settings, and with an account's email and key registers a queue, sends that account a
// message and polls until its event is there. Ends with 1 and a line that says what did not come.
import { request } from 'node:http';

const { GATEWAY = 'http://gateway', HOST_NAME = '', EMAIL = '', API_KEY = '' } = process.env;
const SECONDS = 60;

function call(method, path, fields = {}) {
  const parameters = new URLSearchParams(fields).toString();
  const isRead = method === 'GET';
  const url = new URL(`/api/v1/${path}${isRead ? `?${parameters}` : ''}`, GATEWAY);
  const headers = {
    host: HOST_NAME,
    ...(API_KEY && { authorization: `Basic ${Buffer.from(`${EMAIL}:${API_KEY}`).toString('base64')}` }),
    // With the length: Node.js leaves it out for DELETE.
    ...(!isRead && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(parameters)),
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal: AbortSignal.timeout(SECONDS * 1000) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path} is answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject).end(isRead ? undefined : parameters);
  });
}

async function sendAndPoll() {
  const content = `helm test ${new Date().toISOString()}`;
  const me = await call('GET', 'users/me');
  const queue = await call('POST', 'register', { event_types: '["message"]', apply_markdown: 'false' });
  const sent = await call('POST', 'messages', { type: 'direct', to: `[${me.user_id}]`, content });
  const deadline = Date.now() + SECONDS * 1000;
  let last = queue.last_event_id;
  while (Date.now() < deadline) {
    const { events } = await call('GET', 'events', { queue_id: queue.queue_id, last_event_id: String(last) });
    if (events.some(({ message }) => message?.id === sent.id && message.content === content)) {
      await call('DELETE', 'events', { queue_id: queue.queue_id });
      return `message ${sent.id} was sent, and its event came`;
    }
    last = Math.max(last, ...events.map(({ id }) => id));
  }
  throw new Error(`the event of message ${sent.id} did not come within ${SECONDS} s`);
}

try {
  const settings = await call('GET', 'server_settings');
  process.stdout.write(`${HOST_NAME} answers, feature level ${settings.zulip_feature_level}\n`);
  process.stdout.write(API_KEY ? `${await sendAndPoll()}\n` : 'no account is given, so nothing was sent\n');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
